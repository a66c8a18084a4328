// The bar below the view: play, step, scrub, speed and loop.
import { el, icon, iconButton } from "./dom";
import type { Model } from "./model";
import type { Player } from "./player";
import { SPEEDS } from "./player";

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = el("output", { class: "clock", attrs: { "aria-label": "Time" } });
  private readonly speed: HTMLSelectElement;
  private readonly loop: HTMLButtonElement;
  private shownAt = 0;

  constructor(
    private readonly model: Model,
    private readonly player: Player,
  ) {
    this.play = iconButton("play", "Play", () => player.toggle());
    this.play.classList.add("primary");
    this.slider = el("input", {
      class: "scrub",
      attrs: { type: "range", min: "0", max: "1", step: "any", "aria-label": "Time" },
    });
    this.slider.addEventListener("input", () => player.setTime(Number(this.slider.value)));
    this.speed = el("select", { title: "Speed", attrs: { "aria-label": "Speed" } });
    for (const s of SPEEDS) {
      this.speed.append(el("option", { text: `${s}×`, attrs: { value: `${s}` } }));
    }
    this.speed.addEventListener("change", () => player.setSpeed(Number(this.speed.value)));
    this.loop = iconButton("loop", "Loop", () => player.setLoop(!player.loop));
    this.element = el(
      "div",
      { class: "transport", attrs: { role: "group", "aria-label": "Animation" } },
      iconButton("first", "To the start", () => player.setTime(model.recording.start)),
      iconButton("back", "One instant back", () => player.step(-1)),
      this.play,
      iconButton("forward", "One instant on", () => player.step(1)),
      this.slider,
      this.clock,
      this.speed,
      this.loop,
      iconButton("screen", "Full screen", () => toggleFullScreen(this.element.parentElement)),
    );
    // While playing ten times a second: painting the bar costs more than the eye gains.
    player.timeChanged.add(() => {
      if (!player.playing || performance.now() - this.shownAt > 100) this.showTime();
    });
    player.stateChanged.add(() => this.showState());
    model.dataChanged.add(() => this.showRange());
    model.sceneChanged.add(() => this.showRange());
    this.showState();
  }

  private showRange(): void {
    const { start, end } = this.model.recording;
    this.slider.min = `${start}`;
    this.slider.max = `${end}`;
    this.showTime();
  }

  private showTime(): void {
    const { end } = this.model.recording;
    const { time } = this.player;
    const digits = end >= 100 ? 2 : 3;
    this.shownAt = performance.now();
    this.slider.value = `${time}`;
    this.slider.setAttribute("aria-valuetext", `${time.toFixed(digits)} seconds`);
    this.clock.textContent = `${time.toFixed(digits)} / ${end.toFixed(digits)} s`;
  }

  private showState(): void {
    const { playing, speed, loop } = this.player;
    this.showTime();
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    this.play.title = playing ? "Pause (space)" : "Play (space)";
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.speed.value = `${speed}`;
    this.loop.setAttribute("aria-pressed", String(loop));
  }
}

/** The view with its bar, and nothing else. */
function toggleFullScreen(stage: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void stage?.requestFullscreen?.();
}
