// Elements of the page. Strings of a model reach the page only through here, as text nodes and
// attribute values: they are never read as HTML.

type Child = Node | string | null;

interface Options {
  class?: string;
  text?: string;
  title?: string;
  attrs?: Record<string, string>;
  on?: Record<string, (event: Event) => void>;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: Options = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.class !== undefined) element.className = options.class;
  if (options.text !== undefined) element.textContent = options.text;
  if (options.title !== undefined) element.title = options.title;
  for (const [name, value] of Object.entries(options.attrs ?? {})) {
    element.setAttribute(name, value);
  }
  for (const [name, callback] of Object.entries(options.on ?? {})) {
    element.addEventListener(name, callback);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

// Pictures of buttons, lines in a square of 24.
const ICONS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  first: "M6 5v14M19 5l-10 7 10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M15 5l-8 7 8 7M19 5v14",
  forward: "M9 5l8 7-8 7M5 5v14",
  loop: "M4 12a7 7 0 0 1 12-5l3 3M20 12a7 7 0 0 1-12 5l-3-3M19 5v5h-5M5 19v-5h5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  hidden: "M4 4l16 16M2.5 12S6 5.5 12 5.5c1.6 0 3 .4 4.300 1M21.500 12S18 18.500 12 18.500c-1.600 0-3-.4-4.300-1",
  plot: "M4 4v16h16M7 15l4-6 4 3 4-7",
  close: "M6 6l12 12M18 6L6 18",
  down: "M12 4v11M7 10.500l5 5 5-5M5 20h14",
  plus: "M12 5v14M5 12h14",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.5",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  undo: "M5 9h9a5 5 0 0 1 0 10H8M9 5L5 9l4 4",
  stop: "M6 6h12v12H6z",
  compare: "M4 5h9v9H4zM11 17v2h9v-9h-4",
  video: "M3 6.500h11v11H3zM14 11l7-4v10l-7-4z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  copy: "M8 8h11v12H8zM5 16V4h11",
  tree: "M5 4v14h5M5 10h5M12 4h8M12 10h8M12 18h8",
} as const;

export type IconName = keyof typeof ICONS;

const FILLED = new Set<IconName>(["play", "pause", "stop"]);

export function icon(name: IconName): SVGElement {
  const path = svg("path", {
    d: ICONS[name],
    fill: FILLED.has(name) ? "currentColor" : "none",
    stroke: "currentColor",
    "stroke-width": FILLED.has(name) ? 0 : 1.8,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
  return svg("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" }, path);
}

/** A button that shows a picture; `name` is what it is called. */
export function iconButton(
  picture: IconName,
  name: string,
  onClick: (event: Event) => void,
): HTMLButtonElement {
  return el(
    "button",
    {
      class: "icon",
      title: name,
      attrs: { type: "button", "aria-label": name },
      on: { click: onClick },
    },
    icon(picture),
  );
}

export function textButton(
  label: string,
  onClick: (event: Event) => void,
  title = "",
): HTMLButtonElement {
  return el("button", { text: label, title, attrs: { type: "button" }, on: { click: onClick } });
}

export function checkbox(
  label: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
): HTMLLabelElement {
  const box = el("input", { attrs: { type: "checkbox" } });
  box.checked = checked;
  box.addEventListener("change", () => onChange(box.checked));
  return el("label", { class: "check" }, box, el("span", { text: label }));
}

const TAIL = 15;

/** A dotted name of which the end stays readable where space is short: that is where names differ. */
export function pathLabel(name: string, className = "label"): HTMLElement {
  // Of the last parts of the name as many as fit into a few letters.
  let at = name.length;
  for (let dot = name.lastIndexOf("."); dot >= 0 && name.length - dot <= TAIL; dot = name.lastIndexOf(".", dot - 1)) {
    at = dot;
    if (dot === 0) break;
  }
  const tail = at < name.length ? name.slice(at) : name.slice(-TAIL);
  const head = name.slice(0, name.length - tail.length);
  return el(
    "span",
    { class: `path ${className}` },
    head === "" ? null : el("span", { class: "path-head", text: head }),
    el("span", { class: "path-tail", text: tail }),
  );
}

/** A number for people: few digits, no needless zeros. */
export function shortNumber(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(digits - 2).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(digits)));
}
