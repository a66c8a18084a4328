// Tools over the view: fixed views, what is shown, arrows, what is followed, a picture.
import { checkbox, el, icon, iconButton, textButton } from "./dom";
import { fileName, save } from "./exports";
import type { Role } from "./format";
import type { Model } from "./model";
import type { View } from "./view";

const ROLE_NAMES: [Role, string][] = [
  ["body", "Bodies"],
  ["joint", "Joints"],
  ["force", "Springs, dampers, forces"],
  ["sensor", "Sensors"],
  ["world", "World"],
  ["frame", "Frames"],
];

export function viewTools(model: Model, view: View): HTMLElement {
  const views = el("div", { class: "group", attrs: { role: "group", "aria-label": "Views" } });
  for (const [name, label, key] of [
    ["iso", "Iso", "1"],
    ["front", "Front", "2"],
    ["top", "Top", "3"],
    ["right", "Right", "4"],
  ] as const) {
    views.append(textButton(label, () => view.choose(name), `${label} view (${key})`));
  }
  const picture = iconButton("camera", "Save a picture of the view", () => {
    void view.picture().then((blob) => {
      if (blob !== null) save(blob, `${fileName(model.scene.title)}.png`);
    });
  });
  return el("div", { class: "view-tools" }, views, showMenu(model, view), followMenu(model, view), picture);
}

function showMenu(model: Model, view: View): HTMLElement {
  const items = el("div", { class: "menu-items" });
  const summary = el("summary", { attrs: { "aria-label": "What is shown" } });
  summary.append(icon("eye"), "Show");
  const menu = el("details", { class: "menu" }, summary, items);
  const shown = { force: false, torque: false };
  const fill = () => {
    const roles = ROLE_NAMES.map(([role, name]) =>
      checkbox(name, !model.hiddenRoles.has(role), (on) => model.setRoleHidden(role, !on)),
    );
    const loads = (["force", "torque"] as const).map((kind) => {
      const label = checkbox(
        kind === "force" ? "Force and reaction arrows" : "Torque arrows",
        shown[kind],
        (on) => {
          shown[kind] = on;
          view.showLoads(kind, on);
        },
      );
      const none = view.loadCount(kind) === 0;
      (label.firstElementChild as HTMLInputElement).disabled = none;
      if (none) label.title = "The scene holds none";
      return label;
    });
    items.replaceChildren(...roles, ...loads, arrowScale(view));
  };
  model.sceneChanged.add(fill);
  fill();
  return menu;
}

/** Arrow lengths from a tenth to ten times the usual. */
function arrowScale(view: View): HTMLElement {
  const slider = el("input", {
    attrs: { type: "range", min: "-1", max: "1", step: "0.05", value: "0", "aria-label": "Arrow scale" },
  });
  slider.addEventListener("input", () => view.scaleLoads(10 ** Number(slider.value)));
  return el("label", { class: "check" }, el("span", { text: "Arrow scale" }), slider);
}

function followMenu(model: Model, view: View): HTMLElement {
  const select = el("select", { title: "Follow", attrs: { "aria-label": "Follow" } });
  const fill = () => {
    const { followed } = view;
    select.replaceChildren(
      el("option", { text: "Follow nothing", attrs: { value: "nothing" } }),
      el("option", { text: "Follow the whole", attrs: { value: "all" } }),
    );
    if (typeof followed === "number") {
      const path = model.scene.movers[followed]?.path ?? "";
      const text = `Follow ${path.length > 40 ? `…${path.slice(-39)}` : path}`;
      select.append(el("option", { text, attrs: { value: `${followed}` } }));
    }
    select.value = `${followed}`;
  };
  select.addEventListener("change", () => {
    const { value } = select;
    view.camera.touched = true;
    view.follow(value === "all" || value === "nothing" ? value : Number(value));
  });
  view.followChanged.add(fill);
  fill();
  return select;
}
