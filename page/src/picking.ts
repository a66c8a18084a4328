// Clicks on the view: the ray under the pointer, and what it hits. A drag turns the camera and picks nothing.
import * as THREE from "three";
import type { Figure } from "./figure";
import type { Model, Point } from "./model";
import type { Poses } from "./poses";
import { SLOT } from "./poses";

export function listenForPicks(
  canvas: HTMLCanvasElement,
  camera: THREE.Camera,
  figure: () => Figure | null,
  model: Model,
): void {
  const raycaster = new THREE.Raycaster();
  let down: { x: number; y: number } | null = null;
  canvas.addEventListener("pointerdown", (e) => {
    down = e.button === 0 ? { x: e.clientX, y: e.clientY } : null;
  });
  canvas.addEventListener("pointerup", (e) => {
    if (down === null || Math.hypot(e.clientX - down.x, e.clientY - down.y) > 4) return;
    const rect = canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      (2 * (e.clientX - rect.left)) / rect.width - 1,
      1 - (2 * (e.clientY - rect.top)) / rect.height,
    );
    raycaster.setFromCamera(at, camera);
    const shown = figure();
    const hit = shown?.hit(raycaster) ?? null;
    if (shown === null || hit === null) {
      model.select(-1);
      return;
    }
    const { shape } = hit.item;
    model.select(shape.component, localPoint(shown.poses, shape.mover, hit.point));
  });
}

/** p_MoQ = R_WMᵀ (p_WoQ − p_WoMo). */
function localPoint(poses: Poses, mover: number, q: THREE.Vector3): Point | null {
  if (mover < 0) return null;
  const X = poses.X_WM.subarray(SLOT * (mover + 1));
  const d = [q.x - X[9], q.y - X[10], q.z - X[11]];
  const row = (i: number) => X[3 * i] * d[0] + X[3 * i + 1] * d[1] + X[3 * i + 2] * d[2];
  return { mover, p: [row(0), row(1), row(2)] };
}
