// A video of the animation, made by the browser itself: the view is played once from its start, at the present speed, and what
// is drawn goes into the file as it is drawn.
import { Listeners } from "./events";
import type { Player } from "./player";
import type { Screen } from "./screen";

const TYPES = ["video/mp4;codecs=avc1", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 8e6;

export class VideoRecorder {
  readonly changed = new Listeners();
  private recorder: MediaRecorder | null = null;
  private parts: Blob[] = [];

  constructor(
    private readonly screen: Screen,
    private readonly player: Player,
    private readonly save: (video: Blob, extension: string) => void,
  ) {
    player.ended.add(() => this.stop());
  }

  static get possible(): boolean {
    return typeof MediaRecorder !== "undefined" && "captureStream" in HTMLCanvasElement.prototype;
  }

  get running(): boolean {
    return this.recorder !== null;
  }

  toggle(): void {
    if (this.running) this.stop();
    else this.start();
  }

  private start(): void {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    this.screen.setRecorded(true);
    const stream = this.screen.canvas.captureStream(FRAMES_PER_SECOND);
    this.parts = [];
    this.recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
    this.recorder.addEventListener("dataavailable", (event) => this.parts.push(event.data));
    this.recorder.addEventListener("stop", () => this.finish());
    this.recorder.start(250);
    this.player.playOnce();
    this.changed.emit();
  }

  private stop(): void {
    if (this.recorder?.state === "recording") this.recorder.stop();
  }

  private finish(): void {
    const type = this.recorder?.mimeType ?? "video/webm";
    for (const track of this.recorder?.stream.getTracks() ?? []) track.stop();
    this.recorder = null;
    this.screen.setRecorded(false);
    this.player.pause();
    this.changed.emit();
    this.save(new Blob(this.parts, { type }), type.startsWith("video/mp4") ? "mp4" : "webm");
  }
}
