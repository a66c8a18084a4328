// Two ways to draw many copies of one unit geometry, each copy with its own matrix and colour.
//
// A graphics card draws instances. Software (SwiftShader, llvmpipe) goes through its whole setup for
// every instance, which for a box of twelve triangles costs several times the drawing itself. There
// all copies stand in one packed geometry, each vertex knows the number of its copy, and reads the
// copy's matrix from a texture; light is computed at the vertices, a pixel only takes the result. For
// flat faces and directional light that is the same picture.
import * as THREE from "three";

export interface Drawer {
  readonly object: THREE.Object3D;
  /** 4×4 by columns for each copy; `update` sends them. */
  readonly matrices: Float32Array;
  /** Draws only the first `count` copies, with these colours. */
  show(count: number, colors: THREE.Color[]): void;
  update(): void;
  dispose(): void;
}

export class InstancedDrawer implements Drawer {
  readonly object: THREE.InstancedMesh;

  constructor(
    private readonly geometry: THREE.BufferGeometry,
    private readonly material: THREE.Material,
    count: number,
  ) {
    this.object = new THREE.InstancedMesh(geometry, material, count);
    this.object.frustumCulled = false;
    this.object.castShadow = true;
    this.object.receiveShadow = true;
    this.object.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
  }

  get matrices(): Float32Array {
    return this.object.instanceMatrix.array as Float32Array;
  }

  show(count: number, colors: THREE.Color[]): void {
    colors.forEach((color, i) => this.object.setColorAt(i, color));
    if (this.object.instanceColor !== null) this.object.instanceColor.needsUpdate = true;
    this.object.count = count;
    this.object.visible = count > 0;
  }

  update(): void {
    this.object.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.object.dispose();
  }
}

/** Directions towards the lights, unit vectors in world axes; shared, so that they can be moved. */
export interface Lights {
  up: THREE.Vector3;
  sun: THREE.Vector3;
  lamp: THREE.Vector3;
}

const PER_ROW = 64; // copies in a row of the texture, four texels each

const VERTEX = `
  attribute float copy;
  attribute vec3 tint;
  uniform highp sampler2D matrices;
  uniform vec3 up;
  uniform vec3 sun;
  uniform vec3 lamp;
  varying vec3 shade;
  void main() {
    int i = int(copy);
    ivec2 at = ivec2(4 * (i % ${PER_ROW}), i / ${PER_ROW});
    vec3 x = texelFetch(matrices, at, 0).xyz;
    vec3 y = texelFetch(matrices, at + ivec2(1, 0), 0).xyz;
    vec3 z = texelFetch(matrices, at + ivec2(2, 0), 0).xyz;
    vec3 p = texelFetch(matrices, at + ivec2(3, 0), 0).xyz;
    // The inverse transpose of [x y z], up to length: the columns are orthogonal.
    vec3 n = normal / max(vec3(dot(x, x), dot(y, y), dot(z, z)), 1e-12);
    n = normalize(n.x * x + n.y * y + n.z * z);
    float light = 0.48 + 0.16 * dot(n, up) + 0.66 * max(0.0, dot(n, sun)) + 0.2 * max(0.0, dot(n, lamp));
    shade = tint * light;
    vec3 world = position.x * x + position.y * y + position.z * z + p;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }`;

const FRAGMENT = `
  uniform float opacity;
  varying vec3 shade;
  void main() {
    gl_FragColor = vec4(shade, opacity);
    #include <colorspace_fragment>
  }`;

export class PackedDrawer implements Drawer {
  readonly object: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly matrices: Float32Array;
  private readonly texture: THREE.DataTexture;
  private readonly vertices: number; // of one copy
  private readonly corners: number; // three per triangle of one copy

  constructor(unit: THREE.BufferGeometry, opacity: number, lights: Lights, count: number) {
    const rows = Math.max(1, Math.ceil(count / PER_ROW));
    this.matrices = new Float32Array(16 * PER_ROW * rows);
    this.texture = new THREE.DataTexture(
      this.matrices,
      4 * PER_ROW,
      rows,
      THREE.RGBAFormat,
      THREE.FloatType,
    );
    this.vertices = unit.getAttribute("position").count;
    this.corners = unit.getIndex()?.count ?? this.vertices;
    const material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: opacity < 1,
      depthWrite: opacity > 0.5,
      uniforms: {
        matrices: { value: this.texture },
        opacity: { value: opacity },
        up: { value: lights.up },
        sun: { value: lights.sun },
        lamp: { value: lights.lamp },
      },
    });
    this.object = new THREE.Mesh(this.pack(unit, count), material);
    this.object.frustumCulled = false;
  }

  private pack(unit: THREE.BufferGeometry, count: number): THREE.BufferGeometry {
    const { vertices, corners } = this;
    const position = new Float32Array(3 * vertices * count);
    const normal = new Float32Array(3 * vertices * count);
    const copy = new Float32Array(vertices * count);
    const index = new Uint32Array(corners * count);
    const unitIndex = unit.getIndex();
    for (let i = 0; i < count; i++) {
      position.set(unit.getAttribute("position").array, 3 * vertices * i);
      normal.set(unit.getAttribute("normal").array, 3 * vertices * i);
      copy.fill(i, vertices * i, vertices * (i + 1));
      for (let k = 0; k < corners; k++) {
        index[corners * i + k] = vertices * i + (unitIndex?.getX(k) ?? k);
      }
    }
    const tint = new THREE.BufferAttribute(new Float32Array(3 * vertices * count), 3);
    return new THREE.BufferGeometry()
      .setAttribute("position", new THREE.BufferAttribute(position, 3))
      .setAttribute("normal", new THREE.BufferAttribute(normal, 3))
      .setAttribute("copy", new THREE.BufferAttribute(copy, 1))
      .setAttribute("tint", tint)
      .setIndex(new THREE.BufferAttribute(index, 1));
  }

  show(count: number, colors: THREE.Color[]): void {
    const tint = this.object.geometry.getAttribute("tint");
    colors.forEach(({ r, g, b }, i) => {
      for (let v = this.vertices * i; v < this.vertices * (i + 1); v++) tint.setXYZ(v, r, g, b);
    });
    tint.needsUpdate = true;
    this.object.geometry.setDrawRange(0, this.corners * count);
    this.object.visible = count > 0;
  }

  update(): void {
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.texture.dispose();
  }
}
