// Writes what the program writes, for the tests of the page: scenes, chunks of data, and report files
// filled into a made page. doc/report-format.md is the contract.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

/** One chunk: times, then columns of equal length. */
export function chunk(times, columns) {
  const rows = times.length;
  const buffer = Buffer.alloc(8 + 8 * rows + 4 * rows * columns.length);
  buffer.writeUInt32LE(rows, 0);
  buffer.writeUInt32LE(columns.length, 4);
  times.forEach((t, i) => buffer.writeDoubleLE(t, 8 + 8 * i));
  let at = 8 + 8 * rows;
  for (const column of columns) {
    for (let row = 0; row < rows; row++, at += 4) buffer.writeFloatLE(column[row], at);
  }
  return buffer;
}

/** The page with scene and data in it. */
export function report(pagePath, scene, data) {
  const json = JSON.stringify(scene).replaceAll("<", "\\u003c");
  const packed = deflateRawSync(data).toString("base64");
  return readFileSync(pagePath, "utf8")
    .replace("<!--gelenk-scene-->", () => json)
    .replace("<!--gelenk-data-->", () => packed);
}

/** Columns of poses from a function (mover, t) → [x, y, z, qx, qy, qz, qw]. */
function poseColumns(movers, times, pose) {
  const columns = [];
  for (let m = 0; m < movers; m++) {
    const own = Array.from({ length: 7 }, () => new Float32Array(times.length));
    times.forEach((t, row) => pose(m, t).forEach((v, i) => (own[i][row] = v)));
    columns.push(...own);
  }
  return columns;
}

export function times(count, step) {
  return Array.from({ length: count }, (_, i) => i * step);
}

/**
 * A chain of nine swinging bodies with joints, a spring and a damper to the world, loads, energy and
 * drift. Body m moves on its own circle in the plane z = 0; closed form, so that tests can ask.
 */
export function chainPose(m, t, swing = 1) {
  const angle = swing * 0.5 * Math.sin(1.7 * t + 0.4 * m);
  const x = 0.35 * m + 0.1 * Math.sin(angle);
  const y = 1 - 0.12 * m - 0.1 * Math.cos(angle);
  return [x, y, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

export function chainScene(bodies = 9) {
  const components = [{ path: "", class: "Chain", description: "Nine bodies that swing" }];
  const movers = [];
  const shapes = [
    { component: 0, mover: -1, kind: "box", role: "world", color: [90, 96, 104], opacity: 1, position: [-0.35, 1, 0], direction: [1, 0, 0], widthDirection: [0, 1, 0], length: 0.2, width: 0.2, height: 0.2 },
    { component: 0, mover: -1, kind: "arrow", role: "world", color: [60, 140, 60], opacity: 1, position: [-0.5, 0.6, 0], direction: [0, -1, 0], length: 0.4, width: 0.02 },
  ];
  const arrows = [];
  const signals = [];
  const parameters = [];
  for (let m = 0; m < bodies; m++) {
    const component = components.length;
    components.push(
      { path: `link[${m + 1}]`, class: "Chain.Link", description: "A link" },
      { path: `link[${m + 1}].body`, class: "Modelica.Mechanics.MultiBody.Parts.BodyShape", description: "Its body" },
      { path: `link[${m + 1}].joint`, class: "Modelica.Mechanics.MultiBody.Joints.Revolute", description: "Its hinge" },
    );
    movers.push({ path: `link[${m + 1}].body.frame_a`, component: component + 1 });
    const common = { component: component + 1, mover: m, role: "body", color: [40 + 20 * m, 110, 200 - 12 * m], opacity: 1, position: [0, 0, 0], direction: [1, -0.3, 0], widthDirection: [0, 1, 0] };
    const kinds = ["box", "cylinder", "beam", "pipe", "cone", "gearwheel", "sphere", "box", "beam"];
    const kind = kinds[m % kinds.length];
    const extra = { pipe: 0.6, cone: 0.4, gearwheel: 18 }[kind] ?? 0;
    const size = kind === "gearwheel" || kind === "sphere" ? { length: 0.24, width: 0.24, height: 0.24 } : { length: 0.32, width: 0.1, height: 0.07 };
    shapes.push({ ...common, kind, extra, ...size });
    shapes.push({ ...common, component: component + 2, role: "joint", kind: "cylinder", color: [220, 60, 50], position: [0, 0, -0.08], direction: [0, 0, 1], length: 0.16, width: 0.06, height: 0.06 });
    arrows.push({ component: component + 2, mover: m, force: [2 * m, 2 * m + 1, signals.length], torque: null });
    const first = signals.length;
    for (const i of [1, 2, 3]) {
      signals.push({ name: `link[${m + 1}].joint.frame_a.f[${i}]`, unit: "N", component: component + 2, description: "Cut force", role: "load" });
    }
    arrows[m] = { component: component + 2, mover: m, force: [first, first + 1, first + 2] };
    signals.push({ name: `link[${m + 1}].joint.phi`, unit: "rad", component: component + 2, description: "Angle", role: "coordinate" });
    parameters.push([component + 1, 0, `${0.5 + m}`]);
  }
  components.push({ path: "spring", class: "Modelica.Mechanics.MultiBody.Forces.Spring", description: "" });
  components.push({ path: "damper", class: "Modelica.Mechanics.MultiBody.Forces.Damper", description: "" });
  const last = components.length;
  shapes.push(
    { component: last - 2, mover: -1, kind: "coil", role: "force", color: [60, 60, 200], opacity: 1, position: [-0.2, 1, 0], to: 0, toPosition: [0, 0, 0], width: 0.1, windings: 7 },
    { component: last - 1, mover: 0, kind: "damper", role: "force", color: [120, 120, 130], opacity: 1, position: [0, 0, 0.1], to: 2, toPosition: [0, 0, 0.1], width: 0.06 },
    { component: last - 1, mover: 3, kind: "line", role: "force", color: [30, 30, 30], opacity: 0.6, position: [0, 0, 0.1], to: 5, toPosition: [0, 0, 0.1], width: 0.015 },
  );
  for (const name of ["kinetic", "potential", "total"]) {
    signals.push({ name: `gelenk.energy.${name}`, unit: "J", component: 0, description: "", role: "energy" });
  }
  signals.push({ name: "gelenk.drift.position", unit: "", component: 0, description: "", role: "drift" });
  return {
    format: 1,
    title: "Chain",
    description: "Nine bodies that swing",
    gravity: [0, -9.81, 0],
    up: [0, 1, 0],
    components,
    movers,
    shapes,
    arrows,
    signals,
    parameterKinds: [{ name: "m", unit: "kg", description: "Mass" }],
    parameters,
    summary: { model: "Chain", status: "done", steps: 1499, largest_drift: { position: 1.2e-13, velocity: 3e-12 }, energy: { start: 1, end: 1 }, warnings: [] },
    messages: [{ severity: "warning", text: "1 redundant row was left out" }],
  };
}

export function chainData(scene, at, swing = 1) {
  const columns = poseColumns(scene.movers.length, at, (m, t) => chainPose(m, t, swing));
  for (const { name } of scene.signals) {
    const m = Number(/\[(\d+)\]/.exec(name)?.[1] ?? 1) - 1;
    columns.push(
      Float32Array.from(at, (t) => {
        if (name.endsWith("phi")) return swing * 0.5 * Math.sin(1.7 * t + 0.4 * m);
        if (name.includes(".f[")) return 10 * Math.cos(t + m + Number(name.at(-2)));
        if (name.endsWith("kinetic")) return Math.sin(1.7 * t) ** 2;
        if (name.endsWith("potential")) return Math.cos(1.7 * t) ** 2;
        if (name.endsWith("total")) return 1;
        return 1e-13 * (1 + Math.abs(Math.sin(9 * t)));
      }),
    );
  }
  return chunk(at, columns);
}

/** Many bodies on a swarm of circles. */
export function swarm(bodies, instants) {
  const at = times(instants, 0.01);
  const side = Math.ceil(Math.cbrt(bodies));
  const components = [{ path: "", class: "Swarm", description: "" }];
  const movers = [];
  const shapes = [];
  for (let m = 0; m < bodies; m++) {
    components.push({ path: `body${m}`, class: "Body", description: "" });
    movers.push({ path: `body${m}.frame_a`, component: m + 1 });
    const color = [80 + ((37 * m) % 150), 120, 80 + ((91 * m) % 150)];
    const common = { component: m + 1, mover: m, role: "body", color, opacity: 1, direction: [1, 0, 0], widthDirection: [0, 1, 0] };
    shapes.push({ ...common, kind: "box", position: [-0.2, 0, 0], length: 0.4, width: 0.2, height: 0.2 });
    shapes.push({ ...common, kind: m % 2 === 0 ? "sphere" : "cylinder", position: [0.1, 0, 0], length: 0.3, width: 0.3, height: 0.3 });
  }
  const pose = (m, t) => {
    const [i, j, k] = [m % side, Math.floor(m / side) % side, Math.floor(m / side / side)];
    const a = 2 * t + 0.7 * m;
    return [i + 0.2 * Math.cos(a), j + 0.2 * Math.sin(a), k, 0, 0, Math.sin(a / 2), Math.cos(a / 2)];
  };
  const columns = poseColumns(bodies, at, pose);
  columns.push(Float32Array.from(at, (t) => Math.sin(t)));
  const signals = [{ name: "gelenk.energy.total", unit: "J", component: 0, description: "" }];
  const scene = { format: 1, title: "Swarm", description: "", gravity: [0, 0, 0], up: [0, 1, 0], components, movers, shapes, arrows: [], signals, summary: null, messages: [] };
  return { scene, data: chunk(at, columns) };
}

/** Texts that try to be something else. */
export const HOSTILE = [
  "</script><script>window.harmed=1</script>",
  "<img src=x onerror=window.harmed=1>",
  "<!--<script>",
  "\"'`${alert(1)}&lt;&amp;",
  "=HYPERLINK(\"http://evil.example\")",
  "\u202egnirts\u0000\u0007 \ud83d\ude80 Größe 質量",
  "x".repeat(20000),
  "__proto__",
];

export function hostileReport() {
  const scene = chainScene(8);
  scene.title = HOSTILE[0];
  scene.description = HOSTILE[1];
  HOSTILE.forEach((text, i) => {
    scene.components[3 * i + 1].path = text;
    scene.components[3 * i + 2].path = `${text}.body`;
    scene.components[3 * i + 2].class = text;
    scene.components[3 * i + 2].description = text;
    scene.movers[i].path = text;
    scene.signals[4 * i + 3].name = text;
    scene.signals[4 * i + 3].unit = text;
    scene.signals[4 * i + 3].description = text;
    scene.messages.push({ severity: text, text });
    scene.summary[text] = text;
    scene.shapes[2 * i + 2].kind = text;
  });
  scene.shapes.push(
    { kind: "gearwheel", component: 1e9, mover: -7, color: [1e9, -4, null], opacity: 77, position: "no", direction: [0, 0, 0], length: null, width: -3, height: {}, extra: 1e300 },
    { kind: "coil", component: 1, mover: 0, to: 5000, toPosition: [1], position: [0, 0, 0], windings: 1e12, width: 0 },
    null,
  );
  return { scene, data: chainData(scene, times(50, 0.02)) };
}

