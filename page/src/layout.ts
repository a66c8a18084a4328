// How the parts stand on the page: the side panel with its tabs, the view with its bar, the plots. On a
// narrow screen the view stays on top and one panel at a time below it; on a wide one the borders
// between them can be moved by mouse and by keyboard.
import { el } from "./dom";

export interface Tab {
  id: string;
  label: string;
  content: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly tabs: Tab[]) {
    const bar = el("div", { class: "tabs", attrs: { role: "tablist", "aria-label": "Panels" } });
    for (const tab of tabs) {
      const button = el("button", {
        attrs: { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}` },
        text: tab.label,
        on: { click: () => this.show(tab.id) },
      });
      button.addEventListener("keydown", (event) => this.key(event, tab.id));
      this.buttons.set(tab.id, button);
      bar.append(button);
      tab.content.id = `panel-${tab.id}`;
      tab.content.setAttribute("role", "tabpanel");
      tab.content.setAttribute("aria-labelledby", `tab-${tab.id}`);
    }
    this.element = el("div", { class: "tabbed" }, bar, ...tabs.map((t) => t.content));
    this.show(tabs[0].id);
  }

  show(id: string): void {
    for (const tab of this.tabs) {
      const on = tab.id === id;
      tab.content.hidden = !on;
      const button = this.buttons.get(tab.id) as HTMLButtonElement;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
    }
  }

  /** A mark beside the label: how many there are. */
  badge(id: string, text: string): void {
    const button = this.buttons.get(id);
    button?.querySelector(".badge")?.remove();
    if (text !== "") button?.append(el("span", { class: "badge", text }));
  }

  private key(event: KeyboardEvent, id: string): void {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    const at = this.tabs.findIndex((t) => t.id === id);
    const next = this.tabs[(at + move + this.tabs.length) % this.tabs.length];
    this.show(next.id);
    this.buttons.get(next.id)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** A border that sets a width, `variable` of the style sheet; `sign` +1: it grows to the right. */
export function splitter(name: string, variable: string, start: number, sign: 1 | -1): HTMLElement {
  let width = start;
  const bar = el("div", {
    class: "splitter",
    attrs: { role: "separator", "aria-orientation": "vertical", "aria-label": name, tabindex: "0" },
  });
  const set = (value: number) => {
    width = Math.round(Math.min(0.6 * window.innerWidth, Math.max(180, value)));
    document.documentElement.style.setProperty(variable, `${width}px`);
    bar.setAttribute("aria-valuenow", `${width}`);
  };
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const from = event.clientX;
    const before = width;
    const move = (e: PointerEvent) => set(before + sign * (e.clientX - from));
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), {
      once: true,
    });
  });
  bar.addEventListener("keydown", (event) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    set(width + 20 * sign * move);
    event.preventDefault();
    event.stopPropagation();
  });
  set(start);
  return bar;
}
