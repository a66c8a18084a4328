// What the camera goes along with: nothing, the middle of all movers, or one mover.
import * as THREE from "three";
import type { Camera } from "./camera";
import { Listeners } from "./events";
import type { Poses } from "./poses";
import { SLOT } from "./poses";

export type Followed = "nothing" | "all" | number;

export class Following {
  followed: Followed = "nothing";
  readonly changed = new Listeners();
  private readonly at = new THREE.Vector3();

  constructor(private readonly camera: Camera) {}

  /** From where it is now: the time may change before the next frame. */
  set(what: Followed, poses: Poses): void {
    this.followed = what;
    this.camera.release();
    this.update(poses);
    this.changed.emit();
  }

  /** Moves the camera by what the point has moved. */
  update(poses: Poses): void {
    const at = this.point(poses);
    if (at !== null) this.camera.follow(at);
  }

  /** Where the followed point is; null: there is none. */
  point(poses: Poses): THREE.Vector3 | null {
    if (this.followed === "nothing" || poses.movers === 0) return null;
    if (this.followed !== "all") {
      if (this.followed >= poses.movers) return null;
      poses.point(this.followed, [0, 0, 0], this.at);
      return this.at;
    }
    this.at.set(0, 0, 0);
    for (let m = 1; m <= poses.movers; m++) {
      const p = SLOT * m + 9;
      this.at.x += poses.X_WM[p] / poses.movers;
      this.at.y += poses.X_WM[p + 1] / poses.movers;
      this.at.z += poses.X_WM[p + 2] / poses.movers;
    }
    return this.at;
  }
}
