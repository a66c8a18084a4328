// What is plotted before anyone has chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseDefaults } from "../src/defaults";
import { readScene } from "../src/format";
import { Model } from "../src/model";

/** A model with these signals, [name, role, unit], and two rows of which those in `constant` do not change. */
function modelOf(signals: [string, string, string][], constant: string[] = []): Model {
  const model = new Model();
  model.setScene(readScene({ signals: signals.map(([name, role, unit]) => ({ name, role, unit, component: 0 })) }));
  const rows = 2;
  const bytes = new Uint8Array(8 + 8 * rows + 4 * rows * signals.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, rows, true);
  view.setUint32(4, signals.length, true);
  view.setFloat64(16, 1, true);
  signals.forEach(([name], i) => {
    view.setFloat32(24 + 8 * i, 1, true);
    view.setFloat32(28 + 8 * i, constant.includes(name) ? 1 : 2, true);
  });
  model.append(bytes);
  return model;
}

test("sensors, coordinates by unit and drive loads come first, energy and drift never", () => {
  const model = modelOf([
    ["hinge.w", "speed", "rad/s"],
    ["hinge.phi", "coordinate", "rad"],
    ["rail.s", "coordinate", "m"],
    ["hinge.tau", "drive", "N.m"],
    ["gap.distance", "sensor", "m"],
    ["gelenk.energy.total", "energy", "J"],
    ["gelenk.drift.position", "drift", ""],
  ]);
  assert.deepEqual(chooseDefaults(model, false), [
    { title: "Sensors", names: ["gap.distance"] },
    { title: "Coordinates", names: ["hinge.phi"] },
    { title: "Coordinates 2", names: ["rail.s"] },
    { title: "Drive loads", names: ["hinge.tau"] },
  ]);
});

test("what does not change is left out, unless rows are still to come", () => {
  const model = modelOf([["a.phi", "coordinate", "rad"], ["b.phi", "coordinate", "rad"]], ["b.phi"]);
  assert.deepEqual(chooseDefaults(model, false), [{ title: "Coordinates", names: ["a.phi"] }]);
  assert.deepEqual(chooseDefaults(model, true)[0].names, ["a.phi", "b.phi"]);
});

test("a pane has six signals at most, and speeds stand in where there is little else", () => {
  const many = Array.from({ length: 9 }, (_, i): [string, string, string] => [`j${i}.phi`, "coordinate", "rad"]);
  const panes = chooseDefaults(modelOf([...many, ["j0.w", "speed", "rad/s"]]), false);
  assert.deepEqual(panes.map((p) => [p.title, p.names.length]), [["Coordinates", 6], ["Speeds", 1]]);
  assert.deepEqual(chooseDefaults(modelOf([]), false), []);
});
