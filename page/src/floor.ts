// Grids: the soft floor under a scene, and grounds that the model itself states. Lines are drawn by a
// shader, as wide as a pixel at any distance; the floor fades out around the point looked at.
import * as THREE from "three";

const VERTEX = `
  varying vec2 at;
  uniform vec2 offset;
  void main() {
    at = position.xy + offset;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  varying vec2 at;
  uniform vec2 offset;
  uniform float cell;
  uniform float radius;
  uniform float square;
  uniform vec3 color;
  float line(vec2 p) {
    vec2 w = fwidth(p);
    vec2 d = abs(fract(p - 0.5) - 0.5) / w;
    vec2 fade = clamp(1.5 - 3.0 * w, 0.0, 1.0);
    return max(fade.x * (1.0 - min(d.x, 1.0)), fade.y * (1.0 - min(d.y, 1.0)));
  }
  void main() {
    float r = length(at - offset) / radius;
    float fade = mix(pow(clamp(1.0 - r, 0.0, 1.0), 1.3), 1.0, square);
    float strength = max(0.2 * line(at / cell), 0.38 * line(at / (5.0 * cell)));
    gl_FragColor = vec4(color, strength * fade + 0.04 * square);
    if (gl_FragColor.a < 0.004) discard;
  }`;

/** 1, 2 or 5 times a power of ten, not above `value`. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

export class Grid {
  readonly mesh: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;

  /** A grid in x and y of its own frame; `square`: to its edges, else fading to a circle. */
  constructor(size: number, cell: number, square: boolean) {
    const material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
      uniforms: {
        offset: { value: new THREE.Vector2() },
        cell: { value: cell },
        radius: { value: size / 2 },
        square: { value: square ? 1 : 0 },
        color: { value: new THREE.Color(0x808890) },
      },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(size, size), material);
    this.mesh.renderOrder = -1;
  }

  set color(color: THREE.Color) {
    (this.mesh.material.uniforms.color.value as THREE.Color).copy(color);
  }

  /** Moves the grid within its plane; its lines stay where they are. */
  offset(x: number, y: number): void {
    (this.mesh.material.uniforms.offset.value as THREE.Vector2).set(x, y);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
