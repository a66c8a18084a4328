// The clock: loop, end, waiting for rows, stepping over events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readScene } from "../src/format";
import { Model } from "../src/model";
import { Player } from "../src/player";
import { chunk } from "./make_report.mjs";

function player(times: number[]): Player {
  const model = new Model();
  model.setScene(readScene({ signals: [{ name: "s" }] }));
  model.append(chunk(times, [times]));
  return new Player(model);
}

test("time goes on with the speed and starts again at the end", () => {
  const p = player([0, 1, 2]);
  p.play();
  p.setSpeed(2);
  p.tick(0.5);
  assert.equal(p.time, 1);
  p.tick(0.75);
  assert.equal(p.time, 0.5);
});

test("without loop it stops at the end and plays again from the start", () => {
  const p = player([0, 1, 2]);
  p.setLoop(false);
  p.play();
  p.tick(5);
  assert.equal(p.time, 2);
  assert.equal(p.playing, false);
  p.play();
  assert.equal(p.time, 0);
});

test("while rows are still to come it waits at the end", () => {
  const p = player([0, 1]);
  p.growing = true;
  p.play();
  p.tick(3);
  assert.equal(p.time, 1);
  assert.equal(p.playing, true);
});

test("steps go from instant to instant, an event is one of them", () => {
  const p = player([0, 1, 1, 2]);
  const seen = [];
  for (let i = 0; i < 3; i++) {
    p.step(1);
    seen.push(p.time);
  }
  assert.deepEqual(seen, [1, 2, 2]);
  p.step(-1);
  assert.equal(p.time, 1);
  p.step(-1);
  assert.equal(p.time, 0);
  p.setTime(0.4);
  p.step(-1);
  assert.equal(p.time, 0);
});

test("the speeds offered end at the slowest and the fastest", () => {
  const p = player([0, 1]);
  for (let i = 0; i < 30; i++) p.changeSpeed(1);
  assert.equal(p.speed, 50);
  for (let i = 0; i < 30; i++) p.changeSpeed(-1);
  assert.equal(p.speed, 0.01);
});

test("once means once: it ends at the end though looping is on, and loops again afterwards", () => {
  const p = player([0, 1, 2]);
  let ended = 0;
  p.ended.add(() => ended++);
  p.setTime(1.5);
  p.playOnce();
  assert.equal(p.time, 0);
  p.tick(1.5);
  assert.equal(ended, 0);
  p.tick(1.5);
  assert.deepEqual([ended, p.playing, p.time, p.loop], [1, false, 2, true]);
  p.play();
  p.tick(2.5);
  assert.deepEqual([ended, p.playing, p.time], [1, true, 0.5]);
});
