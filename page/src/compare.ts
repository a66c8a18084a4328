// Another run beside the one that is shown: this one, kept while the next is computed, or that of another report. Its bodies
// stand pale in the view, its signals are dashed in the plots.
import { el, icon, textButton } from "./dom";
import { readScene } from "./format";
import type { Model, Reference } from "./model";
import { Recording, unpack } from "./recording";

/** Scene and rows of a report file. Its scripts are text here: nothing of it is run. */
async function readReport(file: File): Promise<Reference> {
  const page = new DOMParser().parseFromString(await file.text(), "text/html");
  const content = (id: string) => page.getElementById(id)?.textContent?.trim() ?? "";
  const json = content("gelenk-scene");
  if (json === "") throw new Error("it is no report");
  const scene = readScene(JSON.parse(json));
  const recording = new Recording(scene.movers.length, scene.signals.length);
  recording.append(await unpack(content("gelenk-data")));
  return { label: file.name.replace(/\.html?$/, ""), scene, recording };
}

export function compareMenu(model: Model, fail: (message: string) => void): HTMLElement {
  const summary = el("summary", {
    title: "Compare with another run",
    attrs: { "aria-label": "Compare with another run" },
  });
  const menu = el("details", { class: "menu" }, summary);
  const state = el("p", { class: "dim" });
  const file = el("input", { attrs: { type: "file", accept: ".html,.htm,text/html", "aria-label": "Report to compare with" } });
  file.hidden = true;
  const item = (label: string, title: string, action: () => void) =>
    textButton(
      label,
      () => {
        menu.open = false;
        action();
      },
      title,
    );
  const keep = item("Keep this run", "The runs that follow are compared with it", () => {
    const { scene, recording } = model;
    model.compareWith({ label: `kept run, ${recording.rows} rows`, scene, recording });
  });
  const open = item("Open another report…", "A file that gelenk run --report wrote", () => file.click());
  const remove = item("Compare with nothing", "", () => model.compareWith(null));
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (chosen === undefined) return;
    readReport(chosen).then(
      (reference) => model.compareWith(reference),
      (error: unknown) => fail(`${chosen.name} cannot be compared with: ${String(error)}`),
    );
  });
  const show = () => {
    const { reference } = model;
    summary.replaceChildren(icon("compare"));
    summary.classList.toggle("on", reference !== null);
    state.textContent = reference === null ? "Compared with nothing" : `Pale and dashed: ${reference.label}`;
    remove.disabled = reference === null;
  };
  model.referenceChanged.add(show);
  show();
  menu.append(el("div", { class: "menu-items" }, state, keep, open, remove, file));
  return menu;
}
