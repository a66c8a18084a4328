// Rotations and matrices, against the quaternion product and numbers made by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Vec3 } from "../src/format";
import { axesOf, cross, matrixOfPose, multiplyInto, transformPoint } from "../src/poses";

type Quat = [number, number, number, number];

function product(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

const norm = Math.hypot(0.1, -0.7, 0.3, 0.5);
const q = [0.1, -0.7, 0.3, 0.5].map((c) => c / norm) as Quat;
const p = [1, 2, 3];
const pose = Float64Array.of(...p, ...q);

test("the matrix turns as q v q* does, then shifts", () => {
  const X = new Float64Array(12);
  matrixOfPose(pose, 0, X, 0);
  const v: Vec3 = [0.4, -1.2, 2.5];
  const turned = product(product(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]);
  let got: number[] = [];
  transformPoint(X, 0, ...v, { set: (...xyz: number[]) => (got = xyz) });
  got.forEach((c, i) => assert.ok(Math.abs(c - turned[i] - p[i]) < 1e-14));
});

test("a product of matrices places a point as the two do one after the other", () => {
  const X = new Float64Array(12);
  matrixOfPose(pose, 0, X, 0);
  const local = Float64Array.of(0, 2, 0, -1, 0, 0, 0, 0, 0.5, 7, 8, 9);
  const out = new Float32Array(16);
  multiplyInto(X, 0, local, 0, out, 0);
  const v = [0.3, 0.2, 0.1];
  const inner = [-v[1] + 7, 2 * v[0] + 8, 0.5 * v[2] + 9];
  let want: number[] = [];
  transformPoint(X, 0, inner[0], inner[1], inner[2], { set: (...xyz: number[]) => (want = xyz) });
  for (let row = 0; row < 3; row++) {
    const got = out[row] * v[0] + out[4 + row] * v[1] + out[8 + row] * v[2] + out[12 + row];
    assert.ok(Math.abs(got - want[row]) < 1e-5);
  }
  assert.deepEqual([out[3], out[7], out[11], out[15]], [0, 0, 0, 1]);
});

test("axes are orthonormal and right-handed, whatever the directions", () => {
  const cases: [Vec3, Vec3][] = [
    [[1, 0, 0], [0, 1, 0]],
    [[3, 1, -2], [0, 1, 0.4]],
    [[0, 5, 0], [0, 1, 0]],
    [[1, 1, 1], [-2, -2, -2]],
    [[1e-6, 0, 0], [1, 1e3, 0]],
  ];
  for (const [direction, width] of cases) {
    const [x, y, z] = axesOf(direction, width);
    const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (const axis of [x, y, z]) assert.ok(Math.abs(dot(axis, axis) - 1) < 1e-12);
    assert.ok(Math.abs(dot(x, y)) < 1e-12 && Math.abs(dot(y, z)) < 1e-12);
    assert.ok(Math.abs(dot(cross(x, y), z) - 1) < 1e-12);
    assert.ok(Math.abs(dot(x, direction) / Math.hypot(...direction) - 1) < 1e-12);
    assert.ok(dot(y, width) > -1e-9);
  }
});
