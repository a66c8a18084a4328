// The component tree with its signals. Rows are a flat list made from what is expanded or found, and
// only those within the visible part exist as elements: models of many thousand components stay quick.
// The tree as a whole takes the focus; arrow keys move the active row, as in any tree.
import { el, icon, iconButton, pathLabel } from "./dom";
import type { Model } from "./model";
import type { Plots } from "./plots";

interface Row {
  component: number; // −1 in the row of a signal
  signal: number; // −1 in the row of a component
  level: number;
  position: number;
  siblings: number;
  label: string;
}

const HEIGHT = 26;

export class Tree {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  private readonly box: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly count: HTMLElement;
  private readonly expanded = new Set<string>([""]);
  private rows: Row[] = [];
  private active = 0;

  constructor(
    private readonly model: Model,
    private readonly plots: Plots,
  ) {
    this.search = el("input", {
      class: "search",
      attrs: {
        type: "search",
        placeholder: "Search components and signals",
        "aria-label": "Search components and signals",
      },
      on: { input: () => this.rebuild() },
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.box.focus();
      else if (event.key === "Escape" && this.search.value !== "") {
        this.search.value = "";
        this.rebuild();
      } else return;
      event.stopPropagation();
      event.preventDefault();
    });
    this.sheet = el("div", { class: "sheet", attrs: { role: "presentation" } });
    this.box = el(
      "div",
      {
        class: "tree",
        attrs: { role: "tree", tabindex: "0", "aria-label": "Components and signals" },
      },
      this.sheet,
    );
    this.count = el("span", { class: "dim", attrs: { "aria-live": "polite" } });
    const showAll = iconButton("eye", "Show all components", () => model.showAll());
    this.element = el(
      "div",
      { class: "tree-panel" },
      el("div", { class: "row" }, this.search, showAll),
      this.count,
      this.box,
    );
    this.box.addEventListener("scroll", () => this.render());
    this.box.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.render()).observe(this.box);
    model.sceneChanged.add(() => this.rebuild());
    model.visibilityChanged.add(() => this.render());
    model.selectionChanged.add(() => this.reveal(model.selected));
    plots.changed.add(() => this.render());
  }

  private rebuild(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.rows = [];
    if (words.length === 0) this.addExpanded(0, 1, 1, 1);
    else this.addFound(words);
    this.count.textContent =
      words.length === 0 ? "" : this.rows.length === 1 ? "1 match" : `${this.rows.length} matches`;
    this.active = Math.min(this.active, Math.max(0, this.rows.length - 1));
    this.render();
  }

  private addExpanded(component: number, level: number, position: number, siblings: number): void {
    const label = this.model.nameOf(component);
    this.rows.push({ component, signal: -1, level, position, siblings, label });
    if (!this.expanded.has(this.model.scene.components[component].path)) return;
    const children = this.model.children[component];
    const signals = this.model.signalsOf[component];
    const count = children.length + signals.length;
    children.forEach((child, i) => this.addExpanded(child, level + 1, i + 1, count));
    signals.forEach((signal, i) => {
      this.rows.push({
        component: -1,
        signal,
        level: level + 1,
        position: children.length + i + 1,
        siblings: count,
        label: this.model.shortSignalName(signal),
      });
    });
  }

  private addFound(words: string[]): void {
    const { components, signals } = this.model.scene;
    const matches = (name: string) => {
      const lower = name.toLowerCase();
      return words.every((word) => lower.includes(word));
    };
    components.forEach(({ path, className }, component) => {
      if (!matches(`${path} ${className}`)) return;
      const label = path === "" ? this.model.nameOf(0) : path;
      this.rows.push({ component, signal: -1, level: 1, position: 0, siblings: 0, label });
    });
    signals.forEach(({ name }, signal) => {
      if (!matches(name)) return;
      this.rows.push({ component: -1, signal, level: 1, position: 0, siblings: 0, label: name });
    });
    this.rows.forEach((row, i) => {
      row.position = i + 1;
      row.siblings = this.rows.length;
    });
  }

  /** Draws the rows that are within the visible part. */
  private render(): void {
    const top = this.box.scrollTop;
    const first = Math.max(0, Math.floor(top / HEIGHT) - 4);
    const last = Math.min(this.rows.length, Math.ceil((top + this.box.clientHeight) / HEIGHT) + 4);
    const elements: HTMLElement[] = [];
    for (let i = first; i < last; i++) elements.push(this.makeRow(i));
    this.sheet.style.height = `${HEIGHT * this.rows.length}px`;
    this.sheet.replaceChildren(...elements);
    this.box.setAttribute("aria-activedescendant", `tree-row-${this.active}`);
  }

  private makeRow(i: number): HTMLElement {
    const row = this.rows[i];
    const element = el("div", {
      class: "tree-row",
      attrs: {
        id: `tree-row-${i}`,
        role: "treeitem",
        "aria-level": `${row.level}`,
        "aria-posinset": `${row.position}`,
        "aria-setsize": `${row.siblings}`,
      },
      on: { click: () => this.activate(i) },
    });
    element.style.transform = `translateY(${HEIGHT * i}px)`;
    element.style.paddingLeft = `${4 + 14 * (row.level - 1)}px`;
    element.classList.toggle("active", i === this.active);
    if (row.signal >= 0) this.fillSignal(element, row);
    else this.fillComponent(element, row, i);
    return element;
  }

  private fillSignal(element: HTMLElement, row: Row): void {
    const { name, unit, description } = this.model.scene.signals[row.signal];
    const plotted = this.plots.has(name);
    element.classList.add("signal");
    element.title = description === "" ? name : `${name}: ${description}`;
    element.setAttribute("aria-selected", String(plotted));
    element.setAttribute("aria-label", `signal ${row.label}${plotted ? ", plotted" : ""}`);
    const mark = el("span", { class: plotted ? "mark on" : "mark" }, icon("plot"));
    element.append(mark, pathLabel(row.label));
    if (unit !== "") element.append(el("span", { class: "dim", text: unit }));
  }

  private fillComponent(element: HTMLElement, row: Row, i: number): void {
    const { component } = row;
    const { path, className, description } = this.model.scene.components[component];
    const leaf =
      this.model.children[component].length === 0 && this.model.signalsOf[component].length === 0;
    const open = this.expanded.has(path);
    const searching = this.search.value !== "";
    element.title = [path, className, description].filter(Boolean).join("\n");
    element.setAttribute("aria-selected", String(component === this.model.selected));
    element.setAttribute("aria-label", [row.label, className].filter(Boolean).join(", "));
    if (!leaf && !searching) element.setAttribute("aria-expanded", String(open));
    element.classList.toggle("selected", component === this.model.selected);
    element.classList.toggle("off", this.model.isHidden(component));
    const twist = el("span", {
      class: "twist",
      text: leaf || searching ? "" : open ? "▾" : "▸",
      on: {
        click: (event) => {
          event.stopPropagation();
          this.toggle(i);
        },
      },
    });
    const hidden = this.model.hidden.has(component);
    const eye = iconButton(
      hidden ? "hidden" : "eye",
      `${hidden ? "Show" : "Hide"} ${row.label}`,
      (event) => {
        event.stopPropagation();
        this.model.setHidden(component, !hidden);
      },
    );
    eye.tabIndex = -1;
    eye.classList.toggle("on", hidden);
    const type = className.slice(className.lastIndexOf(".") + 1);
    element.append(
      twist,
      pathLabel(row.label),
      el("span", { class: "dim type", text: type }),
      eye,
    );
  }

  private toggle(i: number): void {
    const { component } = this.rows[i];
    if (component < 0) return;
    const { path } = this.model.scene.components[component];
    if (this.expanded.has(path)) this.expanded.delete(path);
    else this.expanded.add(path);
    this.active = i;
    this.rebuild();
  }

  private activate(i: number): void {
    const row = this.rows[i];
    this.active = i;
    if (row.signal >= 0) this.plots.toggle(this.model.scene.signals[row.signal].name);
    else {
      const { path } = this.model.scene.components[row.component];
      if (this.model.selected === row.component || !this.expanded.has(path)) this.toggle(i);
      this.model.select(row.component);
    }
  }

  /** Expands all above a component and scrolls to its row. */
  private reveal(component: number): void {
    if (component >= 0 && this.search.value === "") {
      for (let c = this.model.parents[component]; c >= 0; c = this.model.parents[c]) {
        this.expanded.add(this.model.scene.components[c].path);
      }
    }
    this.rebuild();
    const i = this.rows.findIndex((row) => row.component === component && component >= 0);
    if (i >= 0) this.moveTo(i);
  }

  private moveTo(i: number): void {
    this.active = Math.min(this.rows.length - 1, Math.max(0, i));
    const y = HEIGHT * this.active;
    const { scrollTop, clientHeight } = this.box;
    if (y < scrollTop) this.box.scrollTop = y;
    else if (y + HEIGHT > scrollTop + clientHeight) this.box.scrollTop = y + HEIGHT - clientHeight;
    this.render();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || this.rows.length === 0) return;
    const row = this.rows[this.active];
    const open =
      row.component >= 0 && this.expanded.has(this.model.scene.components[row.component].path);
    switch (event.key) {
      case "ArrowDown":
        this.moveTo(this.active + 1);
        break;
      case "ArrowUp":
        this.moveTo(this.active - 1);
        break;
      case "Home":
        this.moveTo(0);
        break;
      case "End":
        this.moveTo(this.rows.length - 1);
        break;
      case "ArrowRight":
        if (open) this.moveTo(this.active + 1);
        else this.toggle(this.active);
        break;
      case "ArrowLeft": {
        if (open) {
          this.toggle(this.active);
          break;
        }
        let above = this.active;
        while (above > 0 && this.rows[above].level >= row.level) above--;
        this.moveTo(above);
        break;
      }
      case "Enter":
        this.activate(this.active);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
