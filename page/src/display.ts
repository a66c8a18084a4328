// Tools over the view: fixed views, what is shown, arrows, what is followed, comparison, pictures and videos.
import { compareMenu } from "./compare";
import { checkbox, el, icon, iconButton, textButton } from "./dom";
import { fileName, save } from "./exports";
import type { Role } from "./format";
import type { Model } from "./model";
import type { Player } from "./player";
import { VideoRecorder } from "./video";
import type { View } from "./view";

const ROLE_NAMES: [Role, string][] = [
  ["body", "Bodies"],
  ["joint", "Joints"],
  ["force", "Springs, dampers, forces"],
  ["sensor", "Sensors"],
  ["world", "World"],
  ["frame", "Frames"],
];

export interface ToolHost {
  player: Player;
  fail(message: string): void;
}

export function viewTools(model: Model, view: View, host: ToolHost): HTMLElement {
  const views = el("div", { class: "group", attrs: { role: "group", "aria-label": "Views" } });
  for (const [name, label, key] of [
    ["iso", "Iso", "1"],
    ["front", "Front", "2"],
    ["top", "Top", "3"],
    ["right", "Right", "4"],
  ] as const) {
    views.append(textButton(label, () => view.choose(name), `${label} view (${key})`));
  }
  const fit = iconButton("fit", "Fit the selection or all into the view (F)", () => view.fit());
  fit.setAttribute("aria-label", "Fit");
  const picture = iconButton("camera", "Save a picture of the view", () => {
    void view.picture().then((blob) => {
      if (blob !== null) save(blob, `${fileName(model.scene.title)}.png`);
    });
  });
  return el(
    "div",
    { class: "view-tools" },
    views,
    fit,
    showMenu(model, view),
    followMenu(model, view),
    compareMenu(model, (message) => host.fail(message)),
    picture,
    videoButton(model, view, host.player),
  );
}

function videoButton(model: Model, view: View, player: Player): HTMLElement {
  const recorder = new VideoRecorder(view.screen, player, (video, extension) =>
    save(video, `${fileName(model.scene.title)}.${extension}`),
  );
  const idle = "Save a video, from start to end";
  const button = iconButton("video", idle, () => recorder.toggle());
  button.hidden = !VideoRecorder.possible;
  recorder.changed.add(() => {
    const { running } = recorder;
    button.setAttribute("aria-pressed", String(running));
    button.classList.toggle("recording", running);
    button.title = running ? "Stop and save the video" : idle;
    button.setAttribute("aria-label", button.title);
  });
  return button;
}

/** A length as engineers write it. */
export function lengthText(metres: number): string {
  const [value, unit] =
    metres >= 1000 ? [metres / 1000, "km"] : metres >= 0.1 ? [metres, "m"] : metres >= 1e-4 ? [1000 * metres, "mm"] : [1e6 * metres, "µm"];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

/** How wide a cell of the floor is. */
export function gridNote(view: View): HTMLElement {
  const note = el("div", { class: "grid-note", title: "Width of a cell of the grid" });
  view.built.add(() => (note.textContent = `grid ${lengthText(view.floor.cell)}`));
  return note;
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
    const { followed } = view.following;
    select.replaceChildren(
      el("option", { text: "Free camera", attrs: { value: "nothing" } }),
      el("option", { text: "Follow all", attrs: { value: "all" } }),
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
  view.following.changed.add(fill);
  fill();
  return select;
}
