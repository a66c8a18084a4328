// The surface that is drawn on: the renderer, its size and how many pixels it has. A canvas whose size changes is empty until
// it is drawn again, and the browser may show it before the next frame: whoever changes the size draws at once (`redraw`).
//
// Where drawing is slow, a playing animation gets fewer pixels; a still picture has all that the screen can show. While a video
// is made of it, the canvas keeps its size: a file has one size for all its frames.
import * as THREE from "three";

const MANY_SHAPES = 300;
const LEAST_RATIO = 0.6;

export class Screen {
  readonly renderer: THREE.WebGLRenderer;
  /** Software draws: light materials, projected shadows. */
  readonly simple: boolean;
  width = 1;
  height = 1;
  private readonly full = Math.min(3, window.devicePixelRatio);
  private part = 1; // of all pixels, while the picture moves
  private moving = false;
  private recorded = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    expectedShapes: number,
    private readonly redraw: (resized: boolean) => void,
  ) {
    this.simple = location.hash !== "#fine" && drawsBySoftware();
    // Software pays for smooth edges with every triangle: many bodies go without.
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: !this.simple || expectedShapes < MANY_SHAPES,
    });
    this.renderer.setPixelRatio(this.full);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as Element);
  }

  get pixelRatio(): number {
    return this.moving && !this.recorded ? Math.max(Math.min(this.full, LEAST_RATIO), this.part * this.full) : this.full;
  }

  /** Whether the picture changes from frame to frame. */
  setMoving(moving: boolean): void {
    if (moving === this.moving) return;
    this.moving = moving;
    this.setPixels();
  }

  /** Whether a video is made of what is drawn: from then on all pixels, and no other size until it is done. */
  setRecorded(recorded: boolean): void {
    this.recorded = recorded;
    this.setPixels();
    if (!recorded) this.resize();
  }

  /** Several frames in a row took too long. */
  reduce(): void {
    if (!this.moving || this.recorded || this.pixelRatio <= LEAST_RATIO) return;
    this.part *= 0.8;
    this.setPixels();
  }

  private setPixels(): void {
    if (this.renderer.getPixelRatio() === this.pixelRatio) return;
    this.renderer.setPixelRatio(this.pixelRatio); // sets the size anew
    this.redraw(false);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement as Element;
    if (this.recorded || clientWidth === 0 || clientHeight === 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.redraw(true);
  }

  /** What is drawn now; only true right after drawing. */
  blob(): Promise<Blob | null> {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }
}

function drawsBySoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info === null ? "" : String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
