// Arrows of forces and torques. A load names three signals, its vector in the mover's frame, and acts
// at the mover's origin. Lengths are proportional to the magnitudes: the largest of the whole run is
// drawn about a third of the scene long, times what the user's slider says.
import * as THREE from "three";
import { writeSpan } from "./batches";
import type { Load, Vec3 } from "./format";
import { CYLINDER, cone } from "./geometry";
import type { Model } from "./model";
import type { Poses } from "./poses";
import { SLOT } from "./poses";

export type LoadKind = "force" | "torque";

const COLORS: Record<LoadKind, number> = { force: 0xe0762f, torque: 0x9a5bd0 };

const origin = new THREE.Vector3();
const vector = new THREE.Vector3();
const neck = new THREE.Vector3();

export class LoadArrows {
  readonly group = new THREE.Group();
  shown = false;
  scale = 1;
  private readonly loads: { load: Load; signals: Vec3 }[];
  private readonly shafts: THREE.InstancedMesh;
  private readonly heads: THREE.InstancedMesh;
  private largest = 0;
  private rowsSeen = 0;

  constructor(
    kind: LoadKind,
    private readonly model: Model,
    private readonly radius: number,
  ) {
    this.loads = model.scene.loads.flatMap((load) => {
      const signals = load[kind];
      return signals === null ? [] : [{ load, signals }];
    });
    const material = new THREE.MeshLambertMaterial({ color: COLORS[kind] });
    const detail = { around: 12 };
    const count = this.loads.length;
    this.shafts = new THREE.InstancedMesh(CYLINDER.make(detail), material, count);
    this.heads = new THREE.InstancedMesh(cone(0).make(detail), material, count);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
  }

  get count(): number {
    return this.loads.length;
  }

  /** The largest magnitude of the rows so far; rows that were seen are not read again. */
  private updateLargest(): void {
    const { recording } = this.model;
    for (const { signals } of this.loads) {
      const [x, y, z] = signals.map((i) => recording.signal(i));
      for (let row = this.rowsSeen; row < recording.rows; row++) {
        const magnitude = Math.hypot(x[row], y[row], z[row]);
        if (magnitude > this.largest && Number.isFinite(magnitude)) this.largest = magnitude;
      }
    }
    this.rowsSeen = recording.rows;
  }

  update(poses: Poses, t: number): void {
    this.group.visible = this.shown && this.loads.length > 0;
    if (!this.group.visible) return;
    this.updateLargest();
    const shafts = this.shafts.instanceMatrix.array as Float32Array;
    const heads = this.heads.instanceMatrix.array as Float32Array;
    const metres = this.largest > 0 ? (0.6 * this.radius * this.scale) / this.largest : 0;
    const width = 0.012 * this.radius;
    this.loads.forEach(({ load, signals }, i) => {
      const { recording } = this.model;
      const [x, y, z] = signals;
      vector.set(
        recording.signalAt(x, t),
        recording.signalAt(y, t),
        recording.signalAt(z, t),
      );
      const length = vector.length() * metres;
      if (!(length > 0.3 * width) || this.model.isHidden(load.component)) {
        shafts.fill(0, 16 * i, 16 * i + 16);
        heads.fill(0, 16 * i, 16 * i + 16);
        return;
      }
      rotate(poses.X_WM, SLOT * (load.mover + 1), vector);
      vector.normalize();
      poses.point(load.mover, [0, 0, 0], origin);
      const head = Math.min(0.5 * length, 5 * width);
      writeSpan(shafts, 16 * i, origin, vector, length - head, width);
      neck.copy(origin).addScaledVector(vector, length - head);
      writeSpan(heads, 16 * i, neck, vector, head, 2.8 * width);
    });
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

/** v_W = R_WM v_M, in place. */
function rotate(X: Float64Array, at: number, v: THREE.Vector3): void {
  const { x, y, z } = v;
  v.set(
    X[at] * x + X[at + 3] * y + X[at + 6] * z,
    X[at + 1] * x + X[at + 4] * y + X[at + 7] * z,
    X[at + 2] * x + X[at + 5] * y + X[at + 8] * z,
  );
}
