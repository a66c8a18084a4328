// One recorded motion as it stands in the view: the shapes of a scene on the poses of its recording at an instant.
import type * as THREE from "three";
import type { Batch, Instance, Style } from "./batches";
import { makeBatches } from "./batches";
import type { Scene } from "./format";
import { Poses } from "./poses";
import type { Recording } from "./recording";

export interface Hit {
  item: Instance;
  point: THREE.Vector3;
  distance: number;
}

export class Figure {
  readonly poses: Poses;
  readonly batches: Batch<Instance>[];

  constructor(
    scene: Scene,
    private readonly recording: Recording,
    style: Style,
    private readonly world: THREE.Scene,
  ) {
    this.poses = new Poses(scene.movers.length);
    this.poses.update(recording, recording.start);
    this.batches = makeBatches(scene, this.poses, style);
    for (const batch of this.batches) world.add(batch.drawer.object);
  }

  update(t: number): void {
    this.poses.update(this.recording, t);
    for (const batch of this.batches) batch.update(this.poses);
  }

  show(isShown: (item: Instance) => boolean, paint: (item: Instance, color: THREE.Color) => void): void {
    for (const batch of this.batches) batch.show(isShown, paint);
  }

  /** The nearest shape on a ray. */
  hit(ray: THREE.Raycaster): Hit | null {
    const hits = this.batches.flatMap((batch) => batch.hit(ray) ?? []);
    hits.sort((first, second) => first.distance - second.distance);
    return hits[0] ?? null;
  }

  dispose(): void {
    for (const batch of this.batches) {
      this.world.remove(batch.drawer.object);
      batch.dispose();
    }
  }
}
