// The shapes of a scene in batches. Shapes with one unit geometry and one opacity form a batch: one draw
// call (drawers.ts), with a matrix and a colour per instance. A shape that one mover carries has a
// constant matrix in the mover's frame,
//
//   X_W = X_WM · X_M                                                                            (1)
//
// a shape between two points is laid from the one to the other at each instant. Only what is shown is
// drawn: `drawn` lists the items that have an instance. Nothing is allocated while playing.
import * as THREE from "three";
import type { Drawer } from "./drawers";
import type { Role, Scene, Shape, Vec3 } from "./format";
import type { Detail, UnitGeometry } from "./geometry";
import { CYLINDER, coil, cone, geometryOf } from "./geometry";
import { AXIS_COLORS } from "./letters";
import type { Poses } from "./poses";
import { SLOT, axesOf, cross, multiplyInto, normalized } from "./poses";

export interface Instance {
  shape: Shape;
  role: Role;
  color: THREE.Color;
}

interface Carried extends Instance {
  local: number[]; // X_M, 3×4 by columns
}

interface Span extends Instance {
  reach: number; // how much of the first length it has, constant; 0: always the whole way
  width: number;
}

interface Plan<T> {
  geometry: UnitGeometry;
  opacity: number;
  items: T[];
}

function colorOf(rgb: Vec3): THREE.Color {
  const [r, g, b] = rgb.map((c) => Math.min(255, Math.max(0, c)) / 255);
  return new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
}

/** X_M of a unit geometry: from `position` along x with the given sizes. */
function placed(position: Vec3, axes: [Vec3, Vec3, Vec3], sizes: Vec3): number[] {
  return [
    ...axes[0].map((c) => c * sizes[0]),
    ...axes[1].map((c) => c * sizes[1]),
    ...axes[2].map((c) => c * sizes[2]),
    ...position,
  ];
}

/** An arrow's shaft and head, in the order cylinder, cone. */
function arrowParts(position: Vec3, direction: Vec3, length: number, width: number): number[][] {
  const axes = axesOf(direction, [0, 1, 0]);
  const head = Math.min(length / 3, 4 * width);
  const neck = position.map((p, i) => p + axes[0][i] * (length - head)) as Vec3;
  return [
    placed(position, axes, [length - head, width, width]),
    placed(neck, axes, [head, 2.6 * width, 2.6 * width]),
  ];
}

export abstract class Batch<T extends Instance> {
  /** Item of each instance. */
  drawn: Uint32Array;

  constructor(
    readonly geometry: THREE.BufferGeometry,
    readonly drawer: Drawer,
    readonly items: T[],
  ) {
    this.drawn = Uint32Array.from(items, (_, i) => i);
  }

  /** Chooses which items are drawn, and in which colours. */
  show(isShown: (item: T) => boolean, colorOfItem: (item: T, color: THREE.Color) => void): void {
    this.drawn = Uint32Array.from(this.items.flatMap((item, i) => (isShown(item) ? [i] : [])));
    const colors = Array.from(this.drawn, (item) => {
      const color = this.items[item].color.clone();
      colorOfItem(this.items[item], color);
      return color;
    });
    this.drawer.show(this.drawn.length, colors);
  }

  /** Writes the matrices of what is drawn. */
  abstract update(poses: Poses): void;

  /** The nearest of the drawn items that a ray hits. */
  hit(raycaster: THREE.Raycaster): { item: T; point: THREE.Vector3; distance: number } | null {
    let best: { item: T; point: THREE.Vector3; distance: number } | null = null;
    const copy = new THREE.Mesh(this.geometry);
    this.drawn.forEach((item, i) => {
      copy.matrixWorld.fromArray(this.drawer.matrices, 16 * i);
      const [first] = raycaster.intersectObject(copy, false);
      if (first !== undefined && (best === null || first.distance < best.distance)) {
        best = { item: this.items[item], point: first.point, distance: first.distance };
      }
    });
    return best;
  }

  dispose(): void {
    this.drawer.dispose();
    this.geometry.dispose();
  }
}

class CarriedBatch extends Batch<Carried> {
  private readonly local: Float64Array;

  constructor(geometry: THREE.BufferGeometry, drawer: Drawer, items: Carried[]) {
    super(geometry, drawer, items);
    this.local = new Float64Array(items.flatMap((item) => item.local));
  }

  update(poses: Poses): void {
    const out = this.drawer.matrices;
    for (let i = 0; i < this.drawn.length; i++) {
      const item = this.drawn[i];
      const slot = SLOT * (this.items[item].shape.mover + 1);
      multiplyInto(poses.X_WM, slot, this.local, SLOT * item, out, 16 * i); // (1)
    }
    this.drawer.update();
  }
}

const a = new THREE.Vector3();
const b = new THREE.Vector3();
const ex = new THREE.Vector3();
const ey = new THREE.Vector3();
const ez = new THREE.Vector3();

/** Makes ey and ez perpendicular to the unit vector ex. */
function completeAxes(): void {
  if (Math.abs(ex.y) < 0.9) ey.set(0, 1, 0);
  else ey.set(1, 0, 0);
  ez.crossVectors(ex, ey).normalize();
  ey.crossVectors(ez, ex);
}

/** Writes the matrix that lays a unit geometry from `from` along ex. */
export function writeSpan(
  out: Float32Array,
  at: number,
  from: THREE.Vector3,
  along: THREE.Vector3,
  length: number,
  width: number,
): void {
  ex.copy(along);
  completeAxes();
  ex.multiplyScalar(length).toArray(out, at);
  ey.multiplyScalar(width).toArray(out, at + 4);
  ez.multiplyScalar(width).toArray(out, at + 8);
  from.toArray(out, at + 12);
  out[at + 3] = out[at + 7] = out[at + 11] = 0;
  out[at + 15] = 1;
}

const along = new THREE.Vector3();

class SpanBatch extends Batch<Span> {
  update(poses: Poses): void {
    const out = this.drawer.matrices;
    for (let i = 0; i < this.drawn.length; i++) {
      const { shape, reach, width } = this.items[this.drawn[i]];
      poses.point(shape.mover, shape.position, a);
      poses.point(shape.to, shape.toPosition, b);
      along.subVectors(b, a);
      const whole = along.length();
      if (whole < 1e-9) {
        out.fill(0, 16 * i, 16 * i + 16);
        continue;
      }
      along.divideScalar(whole);
      const length = reach > 0 ? Math.min(whole, reach) : whole;
      writeSpan(out, 16 * i, a, along, length, width);
    }
    this.drawer.update();
  }
}

/** Groups what will share a draw call. */
class Planner<T> {
  readonly plans = new Map<string, Plan<T>>();

  add(geometry: UnitGeometry, opacity: number, item: T): void {
    const key = `${geometry.key}|${opacity.toFixed(2)}`;
    const plan = this.plans.get(key);
    if (plan === undefined) this.plans.set(key, { geometry, opacity, items: [item] });
    else plan.items.push(item);
  }
}

function carriedBy(shape: Shape, local: number[], color = colorOf(shape.color)): Carried {
  return { shape, role: shape.role, color, local };
}

function planCarried(planner: Planner<Carried>, shape: Shape): void {
  if (shape.kind === "frame") {
    const x = normalized(shape.x);
    const z = normalized(cross(x, shape.y));
    [x, cross(z, x), z].forEach((axis, i) => {
      const parts = arrowParts(shape.position, axis, shape.length, shape.length / 32);
      const color = new THREE.Color(AXIS_COLORS[i]);
      planner.add(CYLINDER, 1, carriedBy(shape, parts[0], color));
      planner.add(cone(0), 1, carriedBy(shape, parts[1], color));
    });
    return;
  }
  if (shape.kind === "arrow") {
    const width = shape.width > 0 && shape.width < shape.length ? shape.width : shape.length / 20;
    const parts = arrowParts(shape.position, shape.direction, shape.length, width);
    planner.add(CYLINDER, shape.opacity, carriedBy(shape, parts[0]));
    planner.add(cone(0), shape.opacity, carriedBy(shape, parts[1]));
    return;
  }
  const axes = axesOf(shape.direction, shape.widthDirection);
  const sizes: Vec3 = [shape.length, shape.width, shape.height];
  planner.add(geometryOf(shape), shape.opacity, carriedBy(shape, placed(shape.position, axes, sizes)));
}

function planSpan(planner: Planner<Span>, shape: Shape, first: number): void {
  const width = shape.width > 0 ? shape.width : 0.1 * first;
  const color = colorOf(shape.color);
  const item = { shape, role: shape.role, color, width, reach: 0 };
  if (shape.kind === "coil") {
    planner.add(coil(shape.windings, first / width), shape.opacity, item);
  } else if (shape.kind === "damper") {
    const dark = color.clone().multiplyScalar(0.55);
    planner.add(CYLINDER, shape.opacity, { ...item, reach: 0.55 * first });
    planner.add(CYLINDER, shape.opacity, { ...item, width: 0.45 * width, color: dark });
  } else {
    planner.add(CYLINDER, shape.opacity, item);
  }
}

const SPANS = new Set(["coil", "damper", "line"]);

export interface Style {
  drawer(unit: THREE.BufferGeometry, opacity: number, count: number): Drawer;
  coarse: boolean; // software draws: every triangle counts
}

/** All batches of a scene; `poses` are those of the first instant. */
export function makeBatches(scene: Scene, poses: Poses, style: Style): Batch<Instance>[] {
  const carried = new Planner<Carried>();
  const spans = new Planner<Span>();
  for (const shape of scene.shapes) {
    if (shape.kind === "ground") continue;
    if (SPANS.has(shape.kind)) {
      poses.point(shape.mover, shape.position, a);
      poses.point(shape.to, shape.toPosition, b);
      planSpan(spans, shape, Math.max(1e-6, a.distanceTo(b)));
    } else {
      planCarried(carried, shape);
    }
  }
  const parts = ({ geometry, opacity, items }: Plan<Instance>) => {
    const unit = geometry.make(detailFor(items.length, style.coarse));
    return [unit, style.drawer(unit, opacity, items.length)] as const;
  };
  return [
    ...[...carried.plans.values()].map((plan) => new CarriedBatch(...parts(plan), plan.items)),
    ...[...spans.plans.values()].map((plan) => new SpanBatch(...parts(plan), plan.items)),
  ];
}

/** Many bodies are small on the screen: they get fewer facets. */
function detailFor(count: number, coarse: boolean): Detail {
  if (count > 200) return { around: coarse ? 8 : 16 };
  return { around: count > 60 ? 20 : count > 12 ? 36 : 56 };
}
