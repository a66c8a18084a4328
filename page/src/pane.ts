// One pane of plots: a uPlot chart with its legend and its tools. The vertical line shows the time of
// the animation; a click on the chart sets that time. Panes share the range of times (plots.ts).
import uPlot from "uplot";
import { el, icon, iconButton, pathLabel, shortNumber, textButton } from "./dom";
import type { Series } from "./exports";
import { csvOf, fileName, pngOf, save, svgOf } from "./exports";
import type { Model } from "./model";
import type { Recording } from "./recording";
import { decades, powers } from "./scale";
import { themeColor } from "./theme";

const PALETTE = [
  "#1f77d0",
  "#e0762f",
  "#2f9e58",
  "#c23b5e",
  "#8a5bd0",
  "#b08900",
  "#159a9c",
  "#7a6a5d",
];

export interface PaneHost {
  /** The times shown by all panes. */
  range(): [number, number];
  zoom(range: [number, number] | null): void;
  setTime(t: number): void;
  activate(pane: Pane): void;
  close(pane: Pane): void;
  changed(): void;
}

export class Pane {
  readonly element: HTMLElement;
  names: string[] = [];
  private series: Series[] = [];
  private readonly legend = el("div", { class: "legend" });
  private readonly chart = el("div", { class: "chart" });
  private readonly empty = el("p", {
    class: "dim empty",
    text: "Choose signals in the tree: they are drawn here.",
  });
  private readonly marker = el("div", { class: "marker" });
  private readonly logButton: HTMLButtonElement;
  private values: HTMLElement[] = [];
  private drawnLogarithmic = false;
  private plot: uPlot | null = null;

  constructor(
    private readonly model: Model,
    private readonly host: PaneHost,
    readonly title: string,
    private logarithmic: boolean,
  ) {
    this.logButton = textButton("log", () => this.setLogarithmic(!this.logarithmic));
    this.logButton.title = "Logarithmic scale";
    this.logButton.setAttribute("aria-pressed", String(logarithmic));
    const tools = el(
      "div",
      { class: "tools" },
      this.logButton,
      iconButton("fit", "Show all times", () => host.zoom(null)),
      this.exportMenu(),
      iconButton("close", "Close pane", () => host.close(this)),
    );
    this.element = el(
      "section",
      {
        class: "pane",
        attrs: { "aria-label": title, tabindex: "-1" },
        on: { pointerdown: () => host.activate(this), focusin: () => host.activate(this) },
      },
      el("div", { class: "pane-head" }, el("h3", { class: "pane-title", text: title }), tools),
      this.legend,
      this.chart,
    );
    new ResizeObserver(() => this.resize()).observe(this.chart);
  }

  private exportMenu(): HTMLElement {
    const name = () => fileName(this.names[0] ?? this.title);
    const menu = el("details", { class: "menu" });
    const item = (label: string, action: () => void) =>
      textButton(label, () => {
        menu.open = false;
        action();
      });
    const summary = el("summary", {
      class: "icon",
      title: "Save plot",
      attrs: { "aria-label": "Save plot" },
    });
    summary.append(icon("down"));
    menu.append(
      summary,
      el(
        "div",
        { class: "menu-items" },
        item("PNG", () => {
          if (this.plot === null) return;
          void pngOf(this.plot, this.series, colors()).then((blob) => {
            if (blob !== null) save(blob, `${name()}.png`);
          });
        }),
        item("SVG", () => {
          if (this.plot === null) return;
          const text = svgOf(this.plot, this.series, colors());
          save(new Blob([text], { type: "image/svg+xml" }), `${name()}.svg`);
        }),
        item("CSV", () => {
          const text = csvOf(this.model.recording, this.series);
          save(new Blob([text], { type: "text/csv" }), `${name()}.csv`);
        }),
      ),
    );
    return menu;
  }

  setLogarithmic(on: boolean): void {
    this.logarithmic = on;
    this.logButton.setAttribute("aria-pressed", String(on));
    this.rebuild();
  }

  toggle(name: string): void {
    this.names = this.names.includes(name)
      ? this.names.filter((n) => n !== name)
      : [...this.names, name];
    this.rebuild();
    this.host.changed();
  }

  /** Makes the chart for the present signals, names that the scene does not have are left out. */
  rebuild(): void {
    const { signals } = this.model.scene;
    this.series = this.names.flatMap((name, i) => {
      const signal = signals.findIndex((s) => s.name === name);
      if (signal < 0) return [];
      return [{ name, unit: signals[signal].unit, color: PALETTE[i % PALETTE.length], signal }];
    });
    this.plot?.destroy();
    this.plot = null;
    this.fillLegend();
    if (this.series.length === 0) {
      this.chart.replaceChildren(this.empty);
      return;
    }
    this.chart.replaceChildren();
    this.drawnLogarithmic = this.canBeLogarithmic();
    this.plot = new uPlot(this.options(), this.data(), this.chart);
    this.plot.over.append(this.marker);
    this.listen(this.plot);
  }

  private fillLegend(): void {
    this.values = [];
    const chips = this.series.map(({ name, unit, color, signal }) => {
      const { component } = this.model.scene.signals[signal];
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = color;
      const value = el("span", { class: "value" });
      this.values.push(value);
      const label = el(
        "button",
        {
          class: "chip-name",
          title: `${name}: select its component`,
          attrs: { type: "button", "aria-label": name },
          on: { click: () => component >= 0 && this.model.select(component) },
        },
        pathLabel(name),
      );
      const remove = iconButton("close", `Remove ${name} from the plot`, () => this.toggle(name));
      const chip = el(
        "span",
        { class: "chip" },
        swatch,
        label,
        value,
        el("span", { class: "dim", text: unit }),
        remove,
      );
      const { selected } = this.model;
      chip.classList.toggle("selected", selected > 0 && this.model.isWithin(component, selected));
      return chip;
    });
    this.legend.replaceChildren(...chips);
    // Two beside each other only where their names have room.
    const longest = Math.max(0, ...this.series.map(({ name, unit }) => name.length + unit.length));
    this.legend.style.setProperty("--chip", `${Math.min(44, longest + 15)}ch`);
  }

  /** What is selected stands out: other curves are drawn fainter. */
  showSelection(): void {
    const { selected } = this.model;
    const within = this.series.map(
      ({ signal }) =>
        selected > 0 && this.model.isWithin(this.model.scene.signals[signal].component, selected),
    );
    const any = within.includes(true);
    [...this.legend.children].forEach((chip, i) => {
      chip.classList.toggle("selected", within[i] === true);
    });
    if (this.plot === null) return;
    this.plot.series.forEach((series, i) => {
      if (i > 0) series.alpha = any && !within[i - 1] ? 0.35 : 1;
    });
    this.plot.redraw(true, false);
  }

  /** A logarithmic scale needs something to show. */
  private canBeLogarithmic(): boolean {
    const { recording } = this.model;
    return this.logarithmic && this.series.some(({ signal }) => recording.signal(signal).some((v) => v > 0));
  }

  private data(): uPlot.AlignedData {
    const { recording } = this.model;
    const shown = (value: number) =>
      Number.isFinite(value) && (!this.drawnLogarithmic || value > 0) ? value : null;
    const times = Array.from(recording.time.subarray(0, recording.rows));
    const columns = this.series.map(({ signal }) => Array.from(recording.signal(signal), shown));
    const others = this.compared.map(({ signal, other }) =>
      times.map((t) => (t <= other.end ? shown(other.signalAt(signal, t)) : null)),
    );
    return [times, ...columns, ...others];
  }

  /** Signals of the run that this one is compared with, by the name of their series. */
  private get compared(): { color: string; name: string; signal: number; other: Recording }[] {
    const { reference } = this.model;
    if (reference === null) return [];
    return this.series.flatMap(({ name, color }) => {
      const signal = reference.scene.signals.findIndex((s) => s.name === name);
      return signal < 0 ? [] : [{ name, color, signal, other: reference.recording }];
    });
  }

  private options(): uPlot.Options {
    const { ink, line } = colors();
    const units = new Set(this.series.map((s) => s.unit));
    const unit = units.size === 1 ? ([...units][0] ?? "") : "";
    const axis = {
      stroke: ink,
      font: "11px system-ui, sans-serif",
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1, size: 4 },
    };
    return {
      width: Math.max(80, this.chart.clientWidth),
      height: Math.max(80, this.chart.clientHeight),
      legend: { show: false },
      pxAlign: false, // else slow curves become stairs
      padding: [8, 12, 0, 0],
      scales: {
        x: { time: false, range: () => this.host.range() },
        y: this.drawnLogarithmic ? { distr: 3, range: (_, min, max) => decades(min, max) } : {},
      },
      cursor: {
        sync: { key: "gelenk", scales: ["x", null] },
        drag: { x: true, y: false, setScale: false },
        points: { size: 6 },
      },
      axes: [
        { ...axis, size: 26, gap: 3 },
        {
          ...axis,
          size: 62,
          gap: 3,
          label: unit === "" ? undefined : unit,
          labelSize: 14,
          labelFont: "11px system-ui, sans-serif",
          ...(this.drawnLogarithmic ? { splits: (_: uPlot, __: number, min: number, max: number) => powers(min, max) } : {}),
          values: (_, splits) => splits.map((v) => (v === null ? "" : shortNumber(v))),
        },
      ],
      series: [
        {},
        ...this.series.map(({ name, color }) => ({
          label: name,
          stroke: color,
          width: 1.6,
          pxAlign: 0,
          points: { show: false },
        })),
        ...this.compared.map(({ name, color }) => ({
          label: `${name}, compared`,
          stroke: color,
          width: 1.2,
          dash: [5, 4],
          pxAlign: 0,
          points: { show: false },
        })),
      ],
      hooks: {
        setSelect: [
          (u) => {
            const { left, width } = u.select;
            if (width < 3) return;
            this.host.zoom([u.posToVal(left, "x"), u.posToVal(left + width, "x")]);
            u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    };
  }

  private listen(plot: uPlot): void {
    const timeAt = (event: MouseEvent) =>
      plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x");
    let down = NaN;
    plot.over.addEventListener("pointerdown", (event) => (down = event.clientX));
    plot.over.addEventListener("pointerup", (event) => {
      if (Math.abs(event.clientX - down) < 3) this.host.setTime(timeAt(event));
    });
    plot.over.addEventListener("dblclick", () => this.host.zoom(null));
    plot.over.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.shiftKey) return; // without, the wheel scrolls the panes
        event.preventDefault();
        const t = timeAt(event);
        const [a, b] = this.host.range();
        const factor = (event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8;
        this.host.zoom([t - (t - a) * factor, t + (b - t) * factor]);
      },
      { passive: false },
    );
  }

  /** Rows were added. */
  refresh(): void {
    if (this.plot !== null && this.canBeLogarithmic() !== this.drawnLogarithmic) this.rebuild();
    else this.plot?.setData(this.data());
  }

  rescale(): void {
    const [min, max] = this.host.range();
    this.plot?.setScale("x", { min, max });
  }

  showTime(t: number): void {
    if (this.plot === null) return;
    const x = this.plot.valToPos(t, "x");
    this.marker.hidden = !(x >= 0 && x <= this.plot.over.clientWidth);
    this.marker.style.transform = `translateX(${x}px)`;
  }

  showValues(t: number): void {
    const { recording } = this.model;
    this.series.forEach(({ signal }, i) => {
      this.values[i].textContent = shortNumber(recording.signalAt(signal, t), 4);
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.chart;
    if (width > 0 && height > 0) this.plot?.setSize({ width, height });
  }

  dispose(): void {
    this.plot?.destroy();
  }
}

function colors(): { paper: string; ink: string; line: string } {
  return { paper: themeColor("panel"), ink: themeColor("ink"), line: themeColor("grid") };
}
