// How large a scene is and where: the box around its shapes, at the first instant and over the whole
// motion. The camera fits what it shows to it, arrows and grid take their size from it.
import * as THREE from "three";
import type { Model } from "./model";
import { Poses, normalized } from "./poses";

export interface Bounds {
  center: THREE.Vector3;
  radius: number;
  box: THREE.Box3;
  /** The model leaves its surroundings: the camera had better go along. */
  travels: boolean;
}

const SAMPLES = 40;
const corner = new THREE.Vector3();

function expand(box: THREE.Box3, point: THREE.Vector3, pad: number): void {
  if (![point.x, point.y, point.z].every(Number.isFinite)) return;
  box.expandByPoint(point.addScalar(pad)).expandByPoint(point.addScalar(-2 * pad));
}

function addInstant(model: Model, poses: Poses, box: THREE.Box3): void {
  for (const shape of model.scene.shapes) {
    if (shape.kind === "ground" || shape.kind === "frame") continue;
    const pad = Math.max(shape.width, shape.kind === "box" ? shape.height : 0) / 2;
    poses.point(shape.mover, shape.position, corner);
    expand(box, corner, pad);
    const end = normalized(shape.direction).map((d, i) => shape.position[i] + d * shape.length);
    if (shape.toPosition !== undefined && ["coil", "damper", "line"].includes(shape.kind)) {
      poses.point(shape.to, shape.toPosition, corner);
    } else {
      poses.point(shape.mover, end, corner);
    }
    expand(box, corner, pad);
  }
  model.scene.movers.forEach((_, m) => {
    poses.point(m, [0, 0, 0], corner);
    expand(box, corner, 0);
  });
}

export function boundsOf(model: Model): Bounds {
  const { recording } = model;
  const poses = new Poses(model.scene.movers.length);
  const first = new THREE.Box3();
  const whole = new THREE.Box3();
  const count = Math.min(SAMPLES, Math.max(1, recording.rows));
  for (let i = 0; i < count; i++) {
    const row = count > 1 ? Math.round((i * (recording.rows - 1)) / (count - 1)) : 0;
    poses.update(recording, recording.rows > 0 ? recording.time[row] : 0);
    addInstant(model, poses, i === 0 ? first : whole);
  }
  if (first.isEmpty()) first.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  whole.union(first);
  const size = (box: THREE.Box3) => box.getSize(new THREE.Vector3()).length() / 2;
  const travels = size(whole) > 3.5 * size(first);
  const box = travels ? first : whole;
  return {
    center: box.getCenter(new THREE.Vector3()),
    radius: Math.max(1e-4, size(box)),
    box,
    travels,
  };
}
