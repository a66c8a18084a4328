// The clock of the animation. Each frame it moves the shown time on by the wall time that passed,
// times the speed. While a run is still computing, the end is not an end: the clock waits there.
import { Listeners } from "./events";
import type { Model } from "./model";

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

export class Player {
  time = 0;
  playing = false;
  speed = 1;
  loop = true;
  /** More rows will come (a live run). */
  growing = false;
  readonly timeChanged = new Listeners();
  readonly stateChanged = new Listeners();
  /** The end was reached and the clock stands. */
  readonly ended = new Listeners();
  private once = false; // this time the end is the end, loop or not

  constructor(private readonly model: Model) {}

  setTime(t: number): void {
    const { start, end } = this.model.recording;
    this.time = Math.min(end, Math.max(start, t));
    this.timeChanged.emit();
  }

  play(): void {
    if (!this.growing && this.time >= this.model.recording.end) {
      this.setTime(this.model.recording.start);
    }
    this.playing = true;
    this.stateChanged.emit();
  }

  /** Once from the start to the end. */
  playOnce(): void {
    this.setTime(this.model.recording.start);
    this.play();
    this.once = true;
  }

  pause(): void {
    this.playing = false;
    this.once = false;
    this.stateChanged.emit();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.stateChanged.emit();
  }

  /** The next slower or faster of the offered speeds. */
  changeSpeed(direction: number): void {
    const nearest = SPEEDS.reduce((best, s, i) => (s <= this.speed ? i : best), 0);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, nearest + direction))]);
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.stateChanged.emit();
  }

  /** To the row `count` further on: the recorded instants, without anything between. */
  step(count: number): void {
    const { recording } = this.model;
    if (recording.rows === 0) return;
    this.pause();
    let row = recording.rowAt(this.time);
    if (count < 0 && this.time > recording.time[row]) row += 1;
    const target = Math.min(recording.rows - 1, Math.max(0, row + count));
    let t = recording.time[target];
    // Of an event's two rows, one time: going back from it must leave it.
    if (count < 0 && t === this.time && target > 0) t = recording.time[target - 1];
    this.setTime(t);
  }

  /** Called once per frame; `seconds` of wall time have passed. */
  tick(seconds: number): void {
    if (!this.playing) return;
    const { start, end } = this.model.recording;
    let t = this.time + seconds * this.speed;
    if (t >= end) {
      if (this.growing || end <= start) t = end;
      else if (this.loop && !this.once) t = start + ((t - start) % (end - start));
      else {
        this.setTime(end);
        this.pause();
        this.ended.emit();
        return;
      }
    }
    this.setTime(t);
  }
}
