// Keys of the whole page, and the list of them that `?` shows. Keys pressed while a field is being
// edited belong to the field.
import { el, iconButton } from "./dom";

export interface Key {
  keys: string[];
  shown: string;
  meaning: string;
  action(event: KeyboardEvent): void;
}

/** Keys that a focused element of its kind uses itself. */
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox") return key === " ";
    if (target.type === "range") return key.startsWith("Arrow") || key === "Home" || key === "End";
    return true;
  }
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target.closest("button, summary") !== null) return key === " " || key === "Enter";
  return false;
}

/** Menus close by Escape, which then does nothing else, and by a click elsewhere. */
function closeMenus(except: EventTarget | null): boolean {
  let closed = false;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (except instanceof Node && menu.contains(except)) continue;
    const focused = menu.contains(document.activeElement);
    menu.open = false;
    if (focused) menu.querySelector("summary")?.focus();
    closed = true;
  }
  return closed;
}

export function listenForKeys(keys: Key[]): void {
  window.addEventListener("pointerdown", (event) => closeMenus(event.target), true);
  const byKey = new Map(keys.flatMap((k) => k.keys.map((name) => [name, k] as const)));
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Escape" && closeMenus(null)) {
      event.preventDefault();
      return;
    }
    if (event.key !== "Escape" && belongsTo(event.target, event.key)) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const key = byKey.get(name);
    if (key === undefined) return;
    event.preventDefault();
    key.action(event);
  });
}

export function helpDialog(keys: Key[]): HTMLDialogElement {
  const dialog = el("dialog", { attrs: { "aria-label": "Keys" } });
  const rows = [
    ...keys,
    { shown: "drag, right drag, wheel", meaning: "orbit, pan, zoom (touch: one or two fingers)" },
    { shown: "arrows, Shift+arrows, + −", meaning: "the same by keyboard, with the view focused" },
    { shown: "click / drag / double click a plot", meaning: "set the time / zoom / show all" },
    { shown: "Shift+wheel on a plot", meaning: "zoom about the pointer" },
  ].map(({ shown, meaning }) =>
    el("tr", {}, el("th", { attrs: { scope: "row" } }, el("kbd", { text: shown })), el("td", { text: meaning })),
  );
  dialog.append(
    el("div", { class: "row" }, el("h2", { text: "Keys" }), iconButton("close", "Close", () => dialog.close())),
    el("table", {}, ...rows),
  );
  return dialog;
}
