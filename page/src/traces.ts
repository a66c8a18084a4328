// Paths of points. A trace follows one point of one mover through all recorded rows: the part up to
// the present time is drawn strong, the rest faint. Long recordings are thinned to what a screen shows.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { Point } from "./model";
import { matrixOfPose, transformPoint } from "./poses";
import type { Recording } from "./recording";
import { POSE } from "./recording";

const MOST_POINTS = 4000;
export const TRACE_COLORS = ["#d6336c", "#1c7ed6", "#2b8a3e", "#e67700", "#7048e8"];

export class Trace {
  readonly group = new THREE.Group();
  readonly label: string;
  private readonly past: Line2;
  private readonly whole: Line2;
  private every = 1;
  private segments = 0;

  constructor(
    readonly point: Point,
    readonly path: string,
    readonly color: string,
    private recording: Recording,
  ) {
    this.label = `${path} (${point.p.map((c) => c.toPrecision(3)).join(", ")})`;
    this.whole = new Line2(
      new LineGeometry(),
      new LineMaterial({ color, linewidth: 1.2, transparent: true, opacity: 0.35 }),
    );
    this.past = new Line2(new LineGeometry(), new LineMaterial({ color, linewidth: 2.4 }));
    for (const line of [this.whole, this.past]) {
      line.frustumCulled = false;
      this.group.add(line);
    }
    this.rebuild();
  }

  /** Reads the path again: rows were added. */
  rebuild(): void {
    const { recording, point } = this;
    this.every = Math.max(1, Math.ceil(recording.rows / MOST_POINTS));
    const positions: number[] = [];
    const pose = new Float64Array(POSE);
    const X = new Float64Array(12);
    const target = { set: (x: number, y: number, z: number) => positions.push(x, y, z) };
    for (let row = 0; row < recording.rows; row += this.every) {
      for (let i = 0; i < POSE; i++) pose[i] = recording.value(POSE * point.mover + i, row);
      matrixOfPose(pose, 0, X, 0);
      transformPoint(X, 0, ...point.p, target);
    }
    this.segments = Math.max(0, positions.length / 3 - 1);
    this.group.visible = this.segments > 0;
    if (this.segments === 0) return;
    for (const line of [this.past, this.whole]) {
      line.geometry.dispose();
      line.geometry = new LineGeometry();
      line.geometry.setPositions(positions);
    }
  }

  update(t: number): void {
    const row = this.recording.rowAt(t) / this.every;
    this.past.geometry.instanceCount = Math.min(this.segments, Math.floor(row));
  }

  dispose(): void {
    for (const line of [this.past, this.whole]) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}
