// How large a scene is and where: the box around its shapes, at the first instant and over the whole
// motion, and the points that the camera has to have in sight. Arrows and grid take their size from it.
import * as THREE from "three";
import type { Shape } from "./format";
import type { Model } from "./model";
import { Poses, cross, normalized } from "./poses";

export interface Bounds {
  center: THREE.Vector3;
  radius: number;
  box: THREE.Box3;
  /** The model leaves its surroundings: the camera had better go along. */
  travels: boolean;
  /** What is to be seen; with few shapes their ends, else corners of boxes around them. */
  points: THREE.Vector3[];
}

const SAMPLES = 40;
const MOST_POINTS = 6000;
const UNIT = new THREE.Vector3(1, 1, 1);
const corner = new THREE.Vector3();

/** The ends of a shape with half its width around them, at the instant of the poses. */
export function endsOf(shape: Shape, poses: Poses): THREE.Vector3[] {
  if (shape.kind === "ground" || (shape.kind === "frame" && shape.role !== "world")) return [];
  const pad =
    shape.kind === "frame" ? 0 : Math.max(shape.width, shape.kind === "box" ? shape.height : 0) / 2;
  const ends: THREE.Vector3[] = [];
  const add = (mover: number, p: ArrayLike<number>) => {
    poses.point(mover, p, corner);
    if (![corner.x, corner.y, corner.z].every(Number.isFinite)) return;
    const spread = pad > 0 ? [-pad, pad] : [0];
    for (const x of spread) for (const y of spread) for (const z of spread) {
      ends.push(new THREE.Vector3(corner.x + x, corner.y + y, corner.z + z));
    }
  };
  add(shape.mover, shape.position);
  if (shape.kind === "frame") {
    const x = normalized(shape.x);
    const z = normalized(cross(x, shape.y));
    for (const axis of [x, cross(z, x), z]) {
      add(shape.mover, axis.map((d, i) => shape.position[i] + 1.1 * d * shape.length));
    }
  } else if (["coil", "damper", "line"].includes(shape.kind)) {
    add(shape.to, shape.toPosition);
  } else {
    const along = normalized(shape.direction);
    add(shape.mover, along.map((d, i) => shape.position[i] + d * shape.length));
  }
  return ends;
}

function cornersOf(box: THREE.Box3): THREE.Vector3[] {
  const ends = [box.min, box.max];
  return ends.flatMap((a) => ends.flatMap((b) => ends.map((c) => new THREE.Vector3(a.x, b.y, c.z))));
}

/** Ends of what moves, and of what stands still. */
function pointsAt(model: Model, poses: Poses): { moving: THREE.Vector3[]; still: THREE.Vector3[] } {
  const moving: THREE.Vector3[] = [];
  const still: THREE.Vector3[] = [];
  for (const shape of model.scene.shapes) {
    const isStill = shape.mover < 0 && !(shape.to >= 0);
    for (const end of endsOf(shape, poses)) (isStill ? still : moving).push(end);
  }
  model.scene.movers.forEach((_, m) => {
    poses.point(m, [0, 0, 0], corner);
    if ([corner.x, corner.y, corner.z].every(Number.isFinite)) moving.push(corner.clone());
  });
  return { moving, still };
}

/** Not more points than one wants to look at. */
function thinned(points: THREE.Vector3[], most: number): THREE.Vector3[] {
  return points.length > most ? cornersOf(boxOf(points)) : points;
}

const boxOf = (points: THREE.Vector3[]) => new THREE.Box3().setFromPoints(points);
const sizeOf = (box: THREE.Box3) => box.getSize(new THREE.Vector3()).length() / 2;

export function boundsOf(model: Model): Bounds {
  const { recording } = model;
  const poses = new Poses(model.scene.movers.length);
  const count = Math.min(SAMPLES, Math.max(1, recording.rows));
  const most = MOST_POINTS / count;
  let first: THREE.Vector3[] = [];
  let still: THREE.Vector3[] = [];
  const whole: THREE.Vector3[] = [];
  for (let i = 0; i < count; i++) {
    const row = count > 1 ? Math.round((i * (recording.rows - 1)) / (count - 1)) : 0;
    poses.update(recording, recording.rows > 0 ? recording.time[row] : 0);
    const points = pointsAt(model, poses);
    const moving = thinned(points.moving, most);
    if (i === 0) {
      first = moving;
      still = thinned(points.still, MOST_POINTS);
    }
    for (const point of moving) whole.push(point);
  }
  const travels = first.length > 0 && sizeOf(boxOf(whole)) > 3.5 * sizeOf(boxOf(first));
  const points = travels ? first : [...whole, ...still];
  if (points.length === 0) points.push(...cornersOf(new THREE.Box3(UNIT.clone().negate(), UNIT)));
  const box = boxOf(points);
  return {
    center: box.getCenter(new THREE.Vector3()),
    radius: Math.max(1e-4, sizeOf(box)),
    box,
    travels,
    points,
  };
}
