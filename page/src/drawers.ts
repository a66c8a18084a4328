// Two ways to draw many copies of one unit geometry, each copy with its own matrix and colour.
//
// A graphics card draws instances. Software (SwiftShader, llvmpipe) goes through its whole setup for
// every instance, which for a box of twelve triangles costs several times the drawing itself. There
// all copies stand in one packed geometry, each vertex knows the number of its copy, and reads the
// copy's matrix from a texture; light is computed at the vertices, a pixel only takes the result. For
// flat faces and directional light that is the same picture. Shadows are the same triangles once more,
// along the sun's rays down to the floor: the darker of two overlapping ones counts, so that none is
// drawn twice. They fade with the height of what casts them.
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
    shadows: boolean,
  ) {
    this.object = new THREE.InstancedMesh(geometry, material, count);
    this.object.frustumCulled = false;
    this.object.castShadow = shadows;
    this.object.receiveShadow = shadows;
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

/** Directions towards the lights, unit vectors in world axes, and the floor; shared, so that they can be moved. */
export interface LightSetting {
  up: THREE.Vector3;
  sun: THREE.Vector3;
  lamp: THREE.Vector3;
  floor: { value: number }; // its height along `up`
  reach: { value: number }; // height from which no shadow is seen
  background: THREE.Color;
  shade: THREE.Color;
}

const PER_ROW = 64; // copies in a row of the texture, four texels each

const PLACE = `
  attribute float copy;
  uniform highp sampler2D matrices;
  uniform vec3 up;
  uniform vec3 sun;
  vec3 x, y, z, p;
  vec3 place() {
    int i = int(copy);
    ivec2 at = ivec2(4 * (i % ${PER_ROW}), i / ${PER_ROW});
    x = texelFetch(matrices, at, 0).xyz;
    y = texelFetch(matrices, at + ivec2(1, 0), 0).xyz;
    z = texelFetch(matrices, at + ivec2(2, 0), 0).xyz;
    p = texelFetch(matrices, at + ivec2(3, 0), 0).xyz;
    return position.x * x + position.y * y + position.z * z + p;
  }`;

const VERTEX = `${PLACE}
  attribute vec3 tint;
  uniform vec3 lamp;
  varying vec3 shade;
  void main() {
    vec3 world = place();
    // The inverse transpose of [x y z], up to length: the columns are orthogonal.
    vec3 n = normal / max(vec3(dot(x, x), dot(y, y), dot(z, z)), 1e-12);
    n = normalize(n.x * x + n.y * y + n.z * z);
    float light = 0.48 + 0.16 * dot(n, up) + 0.66 * max(0.0, dot(n, sun)) + 0.2 * max(0.0, dot(n, lamp));
    shade = tint * light;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }`;

const FRAGMENT = `
  uniform float opacity;
  varying vec3 shade;
  void main() {
    gl_FragColor = vec4(shade, opacity);
    #include <colorspace_fragment>
  }`;

const SHADOW_VERTEX = `${PLACE}
  uniform float floorHeight;
  uniform float reach;
  varying float strength;
  void main() {
    vec3 world = place();
    float height = dot(up, world) - floorHeight;
    strength = clamp(1.0 - height / reach, 0.0, 1.0);
    vec3 onFloor = world - sun * (height / max(0.2, dot(up, sun)));
    gl_Position = projectionMatrix * viewMatrix * vec4(onFloor, 1.0);
    // Seen from below, the floor hides nothing and shows nothing.
    if (dot(up, cameraPosition) < floorHeight || height < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

const SHADOW_FRAGMENT = `
  uniform vec3 background;
  uniform vec3 shade;
  varying float strength;
  void main() {
    gl_FragColor = vec4(mix(background, shade, strength), 1.0);
    #include <colorspace_fragment>
  }`;

/** How packed copies look. */
export interface PackedStyle {
  opacity: number;
  lights: LightSetting;
  shadows: boolean;
}

export class PackedDrawer implements Drawer {
  readonly object = new THREE.Group();
  private readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly shadow: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial> | null;
  readonly matrices: Float32Array;
  private readonly texture: THREE.DataTexture;
  private readonly vertices: number; // of one copy
  private readonly corners: number; // three per triangle of one copy

  constructor(unit: THREE.BufferGeometry, style: PackedStyle, count: number) {
    const { opacity, lights } = style;
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
    this.mesh = new THREE.Mesh(this.pack(unit, count), material);
    this.shadow = style.shadows ? new THREE.Mesh(this.mesh.geometry, this.shadowMaterial(lights)) : null;
    for (const mesh of [this.mesh, this.shadow]) {
      if (mesh === null) continue;
      mesh.frustumCulled = false;
      this.object.add(mesh);
    }
    if (this.shadow !== null) this.shadow.renderOrder = -2; // under the lines of the floor
  }

  private shadowMaterial(lights: LightSetting): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      vertexShader: SHADOW_VERTEX,
      fragmentShader: SHADOW_FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
      blending: THREE.CustomBlending,
      blendEquation: THREE.MinEquation,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneFactor,
      uniforms: {
        matrices: { value: this.texture },
        up: { value: lights.up },
        sun: { value: lights.sun },
        floorHeight: lights.floor,
        reach: lights.reach,
        background: { value: lights.background },
        shade: { value: lights.shade },
      },
    });
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
    const tint = this.mesh.geometry.getAttribute("tint");
    colors.forEach(({ r, g, b }, i) => {
      for (let v = this.vertices * i; v < this.vertices * (i + 1); v++) tint.setXYZ(v, r, g, b);
    });
    tint.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, this.corners * count);
    this.object.visible = count > 0;
  }

  update(): void {
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.shadow?.material.dispose();
    this.texture.dispose();
  }
}
