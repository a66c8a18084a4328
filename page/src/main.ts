// The page: makes its parts, joins them, reads scene and data (or asks the server) and runs the loop
// that draws. The rest is in the other files; README.md tells which.
import type { ViewName } from "./camera";
import { Details } from "./details";
import { gridNote, viewTools } from "./display";
import { el, icon, iconButton } from "./dom";
import type { Message } from "./format";
import { readScene } from "./format";
import type { Key } from "./keys";
import { helpDialog, listenForKeys } from "./keys";
import { Tabs, splitter } from "./layout";
import { Live } from "./live";
import { Model } from "./model";
import { Parameters, errorBanner } from "./parameters";
import { Player } from "./player";
import { Plots } from "./plots";
import { unpack } from "./recording";
import { Summary } from "./summary";
import { startTheme, themeChanged, themeColor, toggleTheme } from "./theme";
import { Transport } from "./transport";
import { Tree } from "./tree";
import { View } from "./view";

const model = new Model();
const player = new Player(model);

function embedded(id: string): string {
  const content = document.getElementById(id)?.textContent?.trim() ?? "";
  return content.startsWith("<!--") ? "" : content;
}

function makePage(isLive: boolean, expectedShapes: number) {
  startTheme();
  const canvas = el("canvas", {
    attrs: { tabindex: "0", role: "img", "aria-label": "Animation in three dimensions" },
  });
  const stageView = el("div", { class: "view" }, canvas);
  const plots = new Plots(model, player);
  const tree = new Tree(model, plots);
  const view = new View(canvas, model, expectedShapes);
  const details = new Details(model, view, plots, player);
  const summary = new Summary((role) =>
    role === "drift" ? plots.showRole(role, "Drift", true) : plots.showRole(role, "Energy", false),
  );
  const transport = new Transport(model, player);
  const live = isLive ? new Live(model) : null;

  const tabs = new Tabs([
    { id: "model", label: "Model", content: el("div", { class: "panel" }, tree.element, details.element) },
    ...(live === null
      ? []
      : [{ id: "parameters", label: "Parameters", content: el("div", { class: "panel" }, new Parameters(live, model).element) }]),
    { id: "summary", label: "Summary", content: el("div", { class: "panel" }, summary.element) },
  ]);
  const tools = viewTools(model, view, {
    player,
    fail: (message) => showFailure(stageView, message),
  });
  stageView.append(tools, gridNote(view));
  new ResizeObserver(() => view.keepClear(tools.offsetHeight)).observe(tools);
  if (live !== null) stageView.append(errorBanner(live));

  const title = el("h1", {});
  const subtitle = el("p", { class: "dim subtitle" });
  const notice = el("button", { class: "notice", attrs: { type: "button" } });
  notice.hidden = true;
  notice.addEventListener("click", () => tabs.show("summary"));
  const showMessages = (summaryOfRun: unknown, messages: Message[]) => {
    summary.show(summaryOfRun, messages, model.scene.description);
    const count = messages.filter((m) => m.severity !== "info").length;
    const failed = messages.some((m) => m.severity === "error");
    notice.hidden = count === 0;
    notice.textContent = failed ? "failed" : count === 1 ? "1 warning" : `${count} warnings`;
    notice.classList.toggle("failed", failed);
    tabs.badge("summary", count > 0 ? `${count}` : "");
  };

  const keys = makeKeys(view, details, tree, tabs);
  const help = helpDialog(keys);
  keys.push({ keys: ["?"], shown: "?", meaning: "this list", action: () => help.showModal() });
  listenForKeys(keys);

  const header = el(
    "header",
    {},
    el("div", { class: "titles" }, title, subtitle),
    notice,
    iconButton("theme", "Light or dark", toggleTheme),
    iconButton("help", "Keys", () => help.showModal()),
  );
  const stage = el("section", { class: "stage", attrs: { "aria-label": "Animation" } }, stageView, transport.element);
  const main: HTMLElement = el(
    "main",
    { attrs: { "data-panel": "side" } },
    el("aside", { class: "side", attrs: { "aria-label": "Model" } }, tabs.element),
    splitter("Width of the model panel", "--side", 290, 1),
    stage,
    splitter("Width of the plots", "--plots", 390, -1),
    plots.element,
    panelSwitch(() => main),
  );
  document.body.append(header, main, help);

  const colorView = () => view.setColors(themeColor("view"), themeColor("view-grid"));
  themeChanged.add(colorView);
  colorView();

  model.sceneChanged.add(() => {
    const { scene } = model;
    title.textContent = scene.title || "Gelenk";
    subtitle.textContent = scene.description;
    document.title = `${scene.title || "model"} – Gelenk`;
    showMessages(scene.summary, scene.messages);
    player.setTime(player.time);
  });
  player.timeChanged.add(() => view.setTime(player.time));
  player.stateChanged.add(() => view.screen.setMoving(player.playing));
  return { view, plots, details, tabs, live, showMessages, stageView };
}

/** On a narrow screen: which panel is below the view. */
function panelSwitch(main: () => HTMLElement): HTMLElement {
  const bar = el("nav", { class: "panel-switch", attrs: { "aria-label": "Panels" } });
  const buttons = (
    [
      ["side", "Model", "tree"],
      ["plots", "Plots", "plot"],
    ] as const
  ).map(([id, label, picture]) => {
    const button = el("button", { attrs: { type: "button", "aria-pressed": String(id === "side") } });
    button.append(icon(picture), label);
    button.addEventListener("click", () => {
      main().dataset.panel = id;
      buttons.forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
    });
    bar.append(button);
    return button;
  });
  return bar;
}

function makeKeys(view: View, details: Details, tree: Tree, tabs: Tabs): Key[] {
  const show = (name: ViewName) => () => view.choose(name);
  return [
    { keys: [" "], shown: "space", meaning: "play or pause", action: () => player.toggle() },
    { keys: ["ArrowLeft", ","], shown: "← or ,", meaning: "one instant back", action: () => player.step(-1) },
    { keys: ["ArrowRight", "."], shown: "→ or .", meaning: "one instant on", action: () => player.step(1) },
    { keys: ["Shift+ArrowLeft"], shown: "Shift ←", meaning: "ten instants back", action: () => player.step(-10) },
    { keys: ["Shift+ArrowRight"], shown: "Shift →", meaning: "ten instants on", action: () => player.step(10) },
    { keys: ["Home"], shown: "Home", meaning: "to the start", action: () => player.setTime(model.recording.start) },
    { keys: ["End"], shown: "End", meaning: "to the end", action: () => player.setTime(model.recording.end) },
    { keys: ["["], shown: "[", meaning: "slower", action: () => player.changeSpeed(-1) },
    { keys: ["]"], shown: "]", meaning: "faster", action: () => player.changeSpeed(1) },
    { keys: ["l"], shown: "l", meaning: "loop", action: () => player.setLoop(!player.loop) },
    { keys: ["1"], shown: "1", meaning: "view from the corner", action: show("iso") },
    { keys: ["2"], shown: "2", meaning: "view from the front", action: show("front") },
    { keys: ["3"], shown: "3", meaning: "view from the top", action: show("top") },
    { keys: ["4"], shown: "4", meaning: "view from the right", action: show("right") },
    { keys: ["f"], shown: "f", meaning: "fit the selection or all into the view", action: () => view.fit() },
    { keys: ["c"], shown: "c", meaning: "camera follows the selection, or the whole", action: () => details.toggleFollow() },
    { keys: ["t"], shown: "t", meaning: "trace the selected point", action: () => details.trace() },
    { keys: ["h"], shown: "h", meaning: "hide or show the selection", action: () => details.toggleHidden() },
    {
      keys: ["x"],
      shown: "x",
      meaning: "frames",
      action: () => {
        model.setRoleHidden("frame", !model.hiddenRoles.has("frame"));
      },
    },
    {
      keys: ["/"],
      shown: "/",
      meaning: "search",
      action: () => {
        tabs.show("model");
        tree.search.focus();
      },
    },
    { keys: ["d"], shown: "d", meaning: "light or dark", action: toggleTheme },
    { keys: ["Escape"], shown: "Esc", meaning: "select nothing", action: () => model.select(-1) },
  ];
}

function showFailure(where: HTMLElement, message: string): void {
  const banner = el("div", { class: "banner", attrs: { role: "alert" } });
  banner.append(el("div", { class: "row" }, el("span", { text: message }), iconButton("close", "Close", () => banner.remove())));
  where.append(banner);
}

/** The loop: time goes on, then everything that changed is drawn. */
function startLoop(view: View, plots: Plots, details: Details): void {
  let last = performance.now();
  let slow = 0;
  const frame = (now: number) => {
    const seconds = Math.min(0.25, (now - last) / 1000);
    last = now;
    player.tick(seconds);
    view.draw();
    plots.draw(now);
    details.draw(now);
    // Some slow frames in a row while playing: draw fewer pixels.
    slow = player.playing && seconds > 0.045 ? slow + 1 : 0;
    if (slow > 12) {
      view.screen.reduce();
      slow = 0;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function startLive(live: Live, page: ReturnType<typeof makePage>): void {
  page.tabs.show("parameters");
  live.stateChanged.add(() => {
    player.growing = live.phase === "running";
    page.plots.expectedEnd = live.progress.tEnd;
    page.tabs.badge("parameters", live.diagnostics.length > 0 ? `${live.diagnostics.length}` : "");
  });
  live.modelChanged.add(() => {
    // Until a run has its scene, the tree shows what the model is made of.
    const { served } = live;
    if (served === null || live.hasRun) return;
    model.setScene({
      ...readScene({}),
      title: served.title,
      description: served.description,
      components: served.components,
    });
  });
  live.finished.add(({ summary, messages }) => {
    page.showMessages(summary, messages);
    page.view.settle();
  });
  model.sceneChanged.add(() => {
    player.setTime(0);
    if (!player.playing) player.play();
  });
  void live.start();
}

async function start(): Promise<void> {
  const scene = readScene(JSON.parse(embedded("gelenk-scene") || "{}"));
  const page = makePage(scene.live, scene.shapes.length);
  startLoop(page.view, page.plots, page.details);
  // A small interface for scripts and tests: the same things that the user sees.
  Object.assign(window, { gelenk: { model, player, view: page.view, plots: page.plots } });
  if (page.live !== null) {
    startLive(page.live, page);
    return;
  }
  model.setScene(scene);
  try {
    model.append(await unpack(embedded("gelenk-data")));
  } catch (error) {
    showFailure(page.stageView, `The data of this report cannot be read: ${String(error)}`);
  }
  player.setTime(model.recording.start);
  // Two frames on, everything has been drawn once with the data.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => (document.documentElement.dataset.ready = "true")),
  );
}

start().catch((error) => showFailure(document.body, `This report cannot be shown: ${String(error)}`));
