// What the page is given, as types, and the one place where it is read from JSON. The contract is
// doc/report-format.md. Everything here comes from a file or a server and is not trusted: a missing
// or wrong field becomes a harmless value, so that the rest of the page need not ask again.

export type Vec3 = [number, number, number];

export interface Component {
  path: string;
  className: string;
  description: string;
}

export interface Mover {
  path: string;
  component: number;
}

export interface Signal {
  name: string;
  unit: string;
  component: number;
  description: string;
  role: string; // coordinate, speed, drive, force, load, sensor, quantity, energy, drift; or none
}

/** A value that may be set: a parameter, or a start value. */
export interface Parameter {
  path: string;
  value: string;
  type: string;
  unit: string;
  description: string;
  component: number;
  choices: string[]; // of an enumeration
}

export const ROLES = ["body", "joint", "force", "sensor", "world", "frame"] as const;
export type Role = (typeof ROLES)[number];

export interface Shape {
  component: number;
  mover: number;
  kind: string;
  role: Role;
  color: Vec3;
  opacity: number;
  position: Vec3;
  direction: Vec3;
  widthDirection: Vec3;
  length: number;
  width: number;
  height: number;
  extra: number;
  to: number;
  toPosition: Vec3;
  windings: number;
  x: Vec3;
  y: Vec3;
}

export interface Load {
  component: number;
  mover: number;
  force: Vec3 | null;
  torque: Vec3 | null;
}

export interface Message {
  severity: string;
  text: string;
}

export interface Diagnostic {
  severity: string;
  parameter: string; // whose value it is about, given from here; else a place in a file
  file: string;
  line: number;
  column: number;
  message: string;
  hint: string;
  source: string;
}

export interface Scene {
  live: boolean;
  title: string;
  description: string;
  gravity: Vec3;
  up: Vec3;
  components: Component[];
  movers: Mover[];
  shapes: Shape[];
  loads: Load[];
  signals: Signal[];
  parameters: Parameter[];
  summary: unknown;
  messages: Message[];
}

type Json = Record<string, unknown>;

export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function number(value: unknown, otherwise = 0): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

/** An index below `count`, or −1. */
function index(value: unknown, count: number): number {
  const i = number(value, -1);
  return Number.isInteger(i) && i >= 0 && i < count ? i : -1;
}

function vector(value: unknown, otherwise: Vec3): Vec3 {
  const v = list(value);
  return v.length === 3 ? [number(v[0]), number(v[1]), number(v[2])] : [...otherwise];
}

function vectorLength(v: Vec3): number {
  return Math.hypot(v[0], v[1], v[2]);
}

/** A vector that has a direction; the other one if it has none. */
function direction(value: unknown, otherwise: Vec3): Vec3 {
  const v = vector(value, otherwise);
  return vectorLength(v) > 1e-12 ? v : [...otherwise];
}

function readShape(value: unknown, components: number, movers: number): Shape {
  const s = object(value);
  const kind = text(s.kind);
  const length = number(s.length);
  const width = number(s.width, length);
  const role = ROLES.find((r) => r === s.role);
  return {
    component: index(s.component, components),
    mover: index(s.mover, movers),
    kind,
    role: role ?? (kind === "frame" ? "frame" : "body"),
    color: vector(s.color, [150, 155, 165]),
    opacity: Math.min(1, Math.max(0, number(s.opacity, 1))),
    position: vector(s.position, [0, 0, 0]),
    direction: direction(s.direction, [1, 0, 0]),
    widthDirection: direction(s.widthDirection, [0, 1, 0]),
    length,
    width,
    height: number(s.height, width),
    extra: number(s.extra),
    to: index(s.to, movers),
    toPosition: vector(s.toPosition, [0, 0, 0]),
    windings: Math.min(60, Math.max(1, number(s.windings, 6))),
    x: direction(s.x, [1, 0, 0]),
    y: direction(s.y, [0, 1, 0]),
  };
}

function readTriple(value: unknown, signals: number): Vec3 | null {
  const v = list(value).map((i) => index(i, signals));
  return v.length === 3 && v.every((i) => i >= 0) ? [v[0], v[1], v[2]] : null;
}

export function readMessages(value: unknown): Message[] {
  return list(value).map((m) => {
    const o = object(m);
    return typeof m === "string"
      ? { severity: "warning", text: m }
      : { severity: text(o.severity) || "warning", text: text(o.text) || text(o.message) };
  });
}

export function readComponents(value: unknown): Component[] {
  const read = list(value).map((c) => {
    const o = object(c);
    return {
      path: text(o.path),
      className: text(o.class),
      description: text(o.description),
    };
  });
  return read.length > 0 ? read : [{ path: "", className: "", description: "" }];
}

export function readDiagnostics(value: unknown): Diagnostic[] {
  return list(value).map((d) => {
    const o = object(d);
    return {
      severity: text(o.severity) || "error",
      parameter: text(o.parameter),
      file: text(o.file),
      line: number(o.line),
      column: number(o.column),
      message: text(o.message),
      hint: text(o.hint),
      source: text(o.source),
    };
  });
}

export function readParameters(value: unknown, components: number): Parameter[] {
  return list(value).map((p) => {
    const o = object(p);
    return {
      path: text(o.path),
      value: text(o.value),
      type: text(o.type) || "Real",
      unit: text(o.unit),
      description: text(o.description),
      component: index(o.component, components),
      choices: list(o.choices).map(text),
    };
  });
}

/** In a scene: what parameters of a kind share stands once, `values` are [component, kind, value]. */
function readSceneParameters(kinds: unknown, values: unknown, components: Component[]): Parameter[] {
  const known = readParameters(
    list(kinds).map((k) => ({ ...object(k), path: object(k).name })),
    components.length,
  );
  return list(values).flatMap((v) => {
    const [owner, kind, value] = list(v);
    const at = index(kind, known.length);
    if (at < 0) return [];
    const component = index(owner, components.length);
    const above = component >= 0 ? components[component].path : "";
    const name = known[at].path;
    return [{ ...known[at], component, path: above === "" ? name : `${above}.${name}`, value: text(value) }];
  });
}

export function readScene(value: unknown): Scene {
  const o = object(value);
  const components = readComponents(o.components);
  const movers = list(o.movers).map((m) => ({
    path: text(object(m).path),
    component: index(object(m).component, components.length),
  }));
  const signals = list(o.signals).map((s) => ({
    name: text(object(s).name),
    unit: text(object(s).unit),
    component: index(object(s).component, components.length),
    description: text(object(s).description),
    role: text(object(s).role),
  }));
  const gravity = vector(o.gravity, [0, 0, 0]);
  return {
    live: o.live === true,
    title: text(o.title),
    description: text(o.description),
    gravity,
    up: direction(o.up, [0, 1, 0]),
    components,
    movers,
    shapes: list(o.shapes).map((s) => readShape(s, components.length, movers.length)),
    loads: list(o.arrows).map((a) => ({
      component: index(object(a).component, components.length),
      mover: index(object(a).mover, movers.length),
      force: readTriple(object(a).force, signals.length),
      torque: readTriple(object(a).torque, signals.length),
    })),
    signals,
    parameters: readSceneParameters(o.parameterKinds, o.parameters, components),
    summary: o.summary ?? null,
    messages: readMessages(o.messages),
  };
}
