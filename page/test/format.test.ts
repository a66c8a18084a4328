// Reading scenes that are not what they should be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDiagnostics, readScene } from "../src/format";
import { Model } from "../src/model";
import { chainScene, hostileReport } from "./make_report.mjs";

test("anything at all is read without a throw", () => {
  for (const value of [null, 3, "x", [], {}, { shapes: 1, movers: [1, null], signals: [[]] }]) {
    const scene = readScene(value);
    assert.equal(scene.components[0].path, "");
    assert.deepEqual(scene.up, [0, 1, 0]);
  }
  assert.equal(readDiagnostics(undefined).length, 0);
});

test("wrong numbers become harmless ones", () => {
  const scene = readScene(JSON.parse(JSON.stringify(hostileReport().scene)));
  for (const shape of scene.shapes) {
    assert.ok(shape.mover >= -1 && shape.mover < scene.movers.length);
    assert.ok(shape.component >= -1 && shape.component < scene.components.length);
    assert.ok(shape.to >= -1 && shape.to < scene.movers.length);
    assert.ok(shape.opacity >= 0 && shape.opacity <= 1);
    assert.ok(shape.windings <= 60);
    assert.ok([shape.length, shape.width, shape.height, ...shape.position].every(Number.isFinite));
    assert.ok(Math.hypot(...shape.direction) > 0);
  }
});

test("an arrow that names no three signals is no arrow", () => {
  const scene = readScene({
    signals: [{}, {}, {}],
    arrows: [{ force: [0, 1, 2], torque: [0, 1, 3] }, { force: [0, 1] }],
  });
  assert.deepEqual(scene.loads[0].force, [0, 1, 2]);
  assert.equal(scene.loads[0].torque, null);
  assert.equal(scene.loads[1].force, null);
});

test("components are linked by path, arrays too", () => {
  const model = new Model();
  model.setScene(
    readScene({ components: ["", "a", "a.b[2]", "a.b[2].c", "lost.d"].map((path) => ({ path })) }),
  );
  assert.deepEqual(model.parents, [-1, 0, 1, 2, 0]);
  assert.equal(model.nameOf(3), "c");
  assert.equal(model.nameOf(2), "b[2]");
  assert.ok(model.isWithin(3, 1) && !model.isWithin(1, 3));
  model.setHidden(1, true);
  assert.ok(model.isHidden(3) && !model.isHidden(4));
});

test("selection and what is hidden are carried to a new scene by path", () => {
  const model = new Model();
  model.setScene(readScene({ components: ["", "a", "b"].map((path) => ({ path })) }));
  model.select(2);
  model.setHidden(1, true);
  model.setScene(readScene({ components: ["", "new", "a", "b"].map((path) => ({ path })) }));
  assert.equal(model.selected, 3);
  assert.deepEqual([...model.hidden], [2]);
});

test("a body's mover is found from its component and from those above", () => {
  const model = new Model();
  model.setScene(readScene(chainScene()));
  const link = model.scene.components.findIndex((c) => c.path === "link[3]");
  assert.equal(model.moverOf(link), 2);
  assert.equal(model.moverOf(link + 1), 2);
});

test("parameters of a scene are put together from what they share", () => {
  const scene = readScene({
    components: [{ path: "" }, { path: "rod" }],
    parameterKinds: [{ name: "m", unit: "kg" }, { name: "kind", type: "Kind", choices: ["A.a", "A.b"] }],
    parameters: [[1, 0, "2"], [0, 1, "A.a"], [1, 7, "3"], "no", [9, 0, "4"]],
  });
  const common = { description: "", choices: [] };
  assert.deepEqual(scene.parameters, [
    { ...common, path: "rod.m", value: "2", type: "Real", unit: "kg", component: 1 },
    { ...common, path: "kind", value: "A.a", type: "Kind", unit: "", component: 0, choices: ["A.a", "A.b"] },
    { ...common, path: "m", value: "4", type: "Real", unit: "kg", component: -1 },
  ]);
});
