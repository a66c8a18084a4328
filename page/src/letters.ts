// Letters in the view: at the tips of the world's axes, at gravity, and on the small triad in the corner, which shows how
// the world is turned whatever else is in sight. Letters keep their size on the screen.
import * as THREE from "three";
import type { Scene } from "./format";
import { cross, normalized } from "./poses";

export const AXIS_COLORS = ["#d64541", "#3ea055", "#3a6edc"] as const;
const NAMES = ["x", "y", "z"] as const;
const PIXELS = 64;

function makeLetter(text: string, color: string): THREE.Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const context = canvas.getContext("2d");
  if (context !== null) {
    context.font = `600 ${0.75 * PIXELS}px system-ui, "DejaVu Sans", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = color;
    context.fillText(text, PIXELS / 2, PIXELS / 2);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const material = new THREE.SpriteMaterial({ map: texture, transparent: true, depthWrite: false });
  return new THREE.Sprite(material);
}

function disposeSprite(sprite: THREE.Sprite): void {
  sprite.material.map?.dispose();
  sprite.material.dispose();
}

/** Names of the world's axes and of gravity, where the scene draws them. */
export class WorldLetters {
  readonly group = new THREE.Group();

  build(scene: Scene): void {
    this.clear();
    for (const shape of scene.shapes) {
      if (shape.role !== "world" || shape.mover >= 0) continue;
      const at = new THREE.Vector3(...shape.position);
      if (shape.kind === "frame") {
        const x = normalized(shape.x);
        const z = normalized(cross(x, shape.y));
        [x, cross(z, x), z].forEach((axis, i) => {
          const tip = at.clone().addScaledVector(new THREE.Vector3(...axis), 1.12 * shape.length);
          this.add(NAMES[i], AXIS_COLORS[i], tip);
        });
      } else if (shape.kind === "arrow") {
        const along = new THREE.Vector3(...normalized(shape.direction));
        const color = `rgb(${shape.color.map((c) => Math.round(Math.min(255, Math.max(0, c)))).join()})`;
        this.add("g", color, at.addScaledVector(along, 1.16 * shape.length));
      }
    }
  }

  private add(text: string, color: string, at: THREE.Vector3): void {
    const sprite = makeLetter(text, color);
    sprite.material.sizeAttenuation = false;
    sprite.scale.setScalar(0.023);
    sprite.position.copy(at);
    this.group.add(sprite);
  }

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      disposeSprite(child as THREE.Sprite);
    }
  }
}

const SIZE = 74; // of the triad's square, pixels of the page

/** The axes of the world in the lower left corner. */
export class Triad {
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.OrthographicCamera(-1.45, 1.45, 1.45, -1.45, 0.1, 10);

  constructor() {
    for (const [i, color] of AXIS_COLORS.entries()) {
      const axis = new THREE.Vector3().setComponent(i, 1);
      const shaft = new THREE.Mesh(
        new THREE.CylinderGeometry(0.055, 0.055, 0.95, 10).translate(0, 0.475, 0),
        new THREE.MeshBasicMaterial({ color }),
      );
      shaft.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
      const letter = makeLetter(NAMES[i], color);
      letter.scale.setScalar(0.62);
      letter.position.copy(axis).multiplyScalar(1.2);
      this.scene.add(shaft, letter);
    }
  }

  draw(renderer: THREE.WebGLRenderer, view: THREE.Camera): void {
    this.camera.quaternion.copy(view.quaternion);
    this.camera.position.set(0, 0, 1).applyQuaternion(view.quaternion).multiplyScalar(4);
    const whole = renderer.getViewport(new THREE.Vector4());
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.setViewport(6, 6, SIZE, SIZE);
    renderer.render(this.scene, this.camera);
    renderer.setViewport(whole);
    renderer.autoClear = true;
  }
}
