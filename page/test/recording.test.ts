// The recorded motion: reading chunks, finding rows, values between rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Recording } from "../src/recording";
import { chunk } from "./make_report.mjs";

const TIMES = [0, 1, 1, 3]; // an event at 1
const MOVER = [
  [0, 2, 5, 7], // x
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, Math.SQRT1_2, 0, Math.SQRT1_2], // qz: 0°, 90°, 0°, 90°
  [1, Math.SQRT1_2, 1, Math.SQRT1_2],
];
const SIGNAL = [10, 20, 40, 80];

function recording(): Recording {
  const r = new Recording(1, 1);
  r.append(chunk(TIMES, [...MOVER, SIGNAL]));
  return r;
}

test("rows and values are those that were written", () => {
  const r = recording();
  assert.equal(r.rows, 4);
  assert.deepEqual([...r.time.subarray(0, 4)], TIMES);
  assert.deepEqual([...r.signal(0)], SIGNAL);
  assert.equal(r.value(0, 2), 5);
});

test("chunks one after another give the same as one, wherever their bytes start", () => {
  const r = new Recording(1, 1);
  const columns = [...MOVER, SIGNAL];
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 4],
  ]) {
    const part = chunk(
      TIMES.slice(from, to),
      columns.map((c) => c.slice(from, to)),
    );
    const shifted = new Uint8Array(part.length + 3);
    shifted.set(part, 3);
    r.append(shifted.subarray(3));
  }
  const whole = recording();
  for (let column = 0; column < 8; column++) {
    for (let row = 0; row < 4; row++) {
      assert.equal(r.value(column, row), whole.value(column, row));
    }
  }
  const two = new Recording(1, 1);
  const half = chunk(TIMES.slice(0, 2), columns.map((c) => c.slice(0, 2)));
  two.append(Buffer.concat([half, half]));
  assert.equal(two.rows, 4);
});

test("the row of a time is the last not after it, at an event the one after", () => {
  const r = recording();
  assert.deepEqual(
    [-1, 0, 0.5, 1, 1.5, 3, 9].map((t) => r.rowAt(t)),
    [0, 0, 0, 2, 2, 3, 3],
  );
});

test("values are linear between rows and jump at an event", () => {
  const r = recording();
  assert.equal(r.signalAt(0, 0.5), 15);
  assert.ok(Math.abs(r.signalAt(0, 1 - 1e-9) - 20) < 1e-7);
  assert.equal(r.signalAt(0, 1), 40);
  assert.equal(r.signalAt(0, 2), 60);
  assert.equal(r.signalAt(0, 99), 80);
});

test("half way between two rotations lies half the angle", () => {
  const r = recording();
  const out = new Float64Array(7);
  r.poses(0.5, out);
  assert.equal(out[0], 1);
  assert.ok(Math.abs(2 * Math.atan2(out[5], out[6]) - Math.PI / 4) < 1e-7);
  assert.ok(Math.abs(Math.hypot(out[3], out[4], out[5], out[6]) - 1) < 1e-12);
});

test("q and −q are one rotation: no turn between them", () => {
  const r = new Recording(1, 0);
  const h = Math.SQRT1_2;
  r.append(chunk([0, 1], [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [h, -h], [h, -h]]));
  const out = new Float64Array(7);
  r.poses(0.5, out);
  assert.ok(Math.abs(out[5] - h) < 1e-7 && Math.abs(out[6] - h) < 1e-7);
});

test("a quaternion of zeros or no rows at all give the identity", () => {
  const out = new Float64Array(7);
  new Recording(1, 0).poses(0, out);
  assert.deepEqual([...out], [0, 0, 0, 0, 0, 0, 1]);
  const r = new Recording(1, 0);
  r.append(chunk([0], [[1], [2], [3], [0], [0], [0], [0]]));
  r.poses(0, out);
  assert.deepEqual([...out], [1, 2, 3, 0, 0, 0, 1]);
});

test("data that do not fit the scene are refused", () => {
  const bytes = chunk(TIMES, [...MOVER, SIGNAL]);
  assert.throws(() => new Recording(2, 0).append(bytes), {
    message: "the data have 8 columns, the scene tells of 14",
  });
  assert.throws(() => new Recording(1, 1).append(bytes.subarray(0, bytes.length - 1)), {
    message: "the data end within a chunk",
  });
  assert.throws(() => new Recording(1, 1).append(bytes.subarray(0, 5)), {
    message: "the data end within the head of a chunk",
  });
});
