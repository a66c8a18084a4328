// The page as `gelenk view` serves it: parameters, runs that appear while they are computed, errors.
import assert from "node:assert/strict";
import { after, afterEach, before as beforeAll, beforeEach, test } from "node:test";
import { HOSTILE, chainPose } from "../make_report.mjs";
import { Browser, noProblems, pagePath } from "./browser.mjs";
import { BAD_VALUE, BROKEN, FakeServer } from "./server.mjs";

let browser;
let server;
let page;
beforeAll(async () => (browser = await Browser.start()));
after(() => browser.stop());
beforeEach(async () => (server = await FakeServer.start(pagePath)));
afterEach(async () => {
  await page.context().close();
  await server.stop();
});

const rows = () => page.evaluate(() => window.gelenk.model.recording.rows);
const hasRows = (count) =>
  page.waitForFunction((n) => window.gelenk?.model.recording.rows === n, count);
const parameters = () => page.getByRole("form", { name: "Parameters" });

async function open() {
  page = await browser.visit(server.url);
}

/** Position of a mover at time t, as the page shows it. */
async function positionAt(mover, t) {
  return page.evaluate(
    ([m, time]) => {
      const { player, view } = window.gelenk;
      player.pause();
      player.setTime(time);
      view.draw();
      return [...view.poses.raw.slice(7 * m, 7 * m + 3)];
    },
    [mover, t],
  );
}

function near(got, want) {
  got.forEach((v, i) => assert.ok(Math.abs(v - want[i]) < 1e-5, `${got} is not ${want}`));
}

test("opens, runs, and shows the result, its summary and its warnings", async () => {
  await open();
  await hasRows(200);
  near(await positionAt(3, 2), chainPose(3, 2));
  await page.getByText("done, 200 rows").waitFor();
  await page.getByRole("button", { name: "1 warning" }).click();
  await page.getByRole("tabpanel", { name: /Summary/ }).getByText("swings far").waitFor();
  noProblems(page);
});

test("when all rows are there, the size is that of the whole motion, the user's view stays", async () => {
  let go;
  server.hold = new Promise((done) => (go = done));
  server.holdAt = 1;
  await open();
  await hasRows(2);
  await page.getByRole("button", { name: "Top", exact: true }).click();
  const camera = () => page.evaluate(() => window.gelenk.view.camera.camera.position.toArray());
  const chosen = await camera();
  const radius = () => page.evaluate(() => window.gelenk.view.bounds.radius);
  const before = await radius();
  go();
  await page.getByText("done, 200 rows").waitFor();
  near(await camera(), chosen);
  assert.ok((await radius()) > 1.001 * before, "the size is still that of the first rows");
  noProblems(page);
});

test("an edited parameter changes the result", async () => {
  await open();
  await hasRows(200);
  await page.evaluate(() => window.gelenk.model.select(5));
  await page.evaluate(() => (window.earlier = window.gelenk.model.recording));
  await page.getByRole("textbox", { name: "swing" }).fill("2");
  await parameters().getByRole("spinbutton").fill("12");
  await parameters().getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => window.gelenk.model.recording !== window.earlier);
  await hasRows(200);
  assert.deepEqual(server.sent.at(-1), { set: { swing: "2" }, t_end: 12 });
  near(await positionAt(3, 2), chainPose(3, 2, 2));
  assert.equal(await page.evaluate(() => window.gelenk.model.selected), 5);
  await page.getByRole("button", { name: "Reset swing" }).click();
  assert.equal(await page.getByRole("textbox", { name: "swing" }).inputValue(), "1");
  noProblems(page);
});

test("a run may end before its start is answered", async () => {
  server.answersLate = true;
  await open();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some((entry) => entry.name.endsWith("/api/run")),
  );
  await page.getByText("done, 200 rows").waitFor();
  noProblems(page);
});

test("results appear while the run is computing, and it can be stopped", async () => {
  let go;
  server.hold = new Promise((done) => (go = done));
  await open();
  await hasRows(100);
  assert.ok((await page.evaluate(() => window.gelenk.view.figure.batches.length)) > 0, "nothing is drawn");
  near(await positionAt(2, 1), chainPose(2, 1));
  const progress = page.getByRole("progressbar");
  assert.ok(Math.abs((await progress.evaluate((p) => p.value)) - 0.5) < 0.01);
  await page.getByRole("button", { name: "Stop the run" }).click();
  go();
  await page.getByText("stopped, 100 rows").waitFor();
  assert.equal(await rows(), 100);
  noProblems(page);
});

test("a broken model shows its error with the source line", async () => {
  server.broken = true;
  await open();
  const error = page.getByRole("alert");
  await error.getByText(BROKEN.message).waitFor();
  await error.getByText("Chain.mo:7:20").waitFor();
  const source = await error.locator("pre").textContent();
  assert.equal(source, `${BROKEN.source}\n${" ".repeat(19)}^`);
  await error.getByText(BROKEN.hint).waitFor();
  assert.equal(server.sent.length, 0);
  // Mended on disk: read again, run, and the error is gone.
  server.broken = false;
  server.emit("changed", {});
  await hasRows(200);
  assert.equal(await error.isVisible(), false);
  noProblems(page);
});

test("a refused parameter shows why, the last result stays", async () => {
  await open();
  await hasRows(200);
  await page.getByRole("textbox", { name: "swing" }).fill("oops");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert");
  await alert.getByText(BAD_VALUE.message).waitFor();
  await alert.getByText("value of swing").waitFor();
  const field = page.locator(".parameter", { has: page.getByRole("textbox", { name: "swing" }) });
  assert.equal(await field.locator(".fault").textContent(), BAD_VALUE.message);
  assert.equal(await page.getByRole("textbox", { name: "swing" }).getAttribute("aria-invalid"), "true");
  assert.equal(await rows(), 200);
  // The browser itself notes the answer 400; nothing else is wrong.
  assert.ok(page.problems.every((p) => p.includes("400")), page.problems.join());
});

test("a run that fails shows what was computed and why it failed", async () => {
  await open();
  await hasRows(200);
  await page.getByRole("textbox", { name: "swing" }).fill("101");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("step size became too small at t = 9.95").waitFor();
  await hasRows(200);
  near(await positionAt(1, 1), chainPose(1, 1, 101));
  noProblems(page);
});

test("parameters are searched and hostile ones stay text", async () => {
  const plain = server.model();
  server.model = () => ({
    ...plain,
    parameters: [
      ...plain.parameters,
      ...HOSTILE.map((text) => ({ path: text, value: text, default: "", type: text, unit: text, description: text, component: 99 })),
    ],
  });
  await open();
  await hasRows(200);
  await page.getByRole("searchbox", { name: "Search parameters" }).fill("damping");
  assert.equal(await page.locator(".parameter").count(), 1);
  await page.getByRole("searchbox", { name: "Search parameters" }).fill("onerror");
  assert.equal(await page.locator(".parameter .label").textContent(), HOSTILE[1]);
  assert.equal(await page.evaluate(() => window.harmed), undefined);
  noProblems(page);
});

const field = (name) => page.getByRole("textbox", { name, exact: true });
const runAgain = async () => {
  await page.evaluate(() => (window.earlier = window.gelenk.model.recording));
  await parameters().getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => window.gelenk.model.recording !== window.earlier);
  await hasRows(200);
};

test("the fields show what the run on the page has, also after loading the page again and in another window", async () => {
  await open();
  await hasRows(200);
  await field("swing").fill("3");
  await page.getByText("1 change not run yet").waitFor();
  await runAgain();
  assert.equal(await field("reach").inputValue(), "6", "a value that follows from another");
  await page.getByText("1 change not run yet").waitFor({ state: "detached" });
  await page.reload();
  await hasRows(200);
  assert.equal(await field("swing").inputValue(), "3");
  assert.equal(await field("reach").inputValue(), "6");
  near(await positionAt(3, 2), chainPose(3, 2, 3));
  // Another window runs with another value: this one goes along, but for what is being edited here.
  await field("link[2].joint.d in N.m.s/rad").fill("0.7");
  await fetch(`${server.url}api/run`, { method: "POST", body: JSON.stringify({ set: { swing: "4" } }) });
  await page.waitForFunction(() => window.gelenk.model.scene.parameters[0].value === "4");
  assert.equal(await field("swing").inputValue(), "4");
  assert.equal(await field("reach").inputValue(), "8");
  assert.equal(await field("link[2].joint.d in N.m.s/rad").inputValue(), "0.7");
  await runAgain();
  assert.deepEqual(server.sent.at(-1).set, { swing: "4", "link[2].joint.d": "0.7" });
  // A reset takes the value out of the next run.
  await page.getByRole("button", { name: "Reset swing" }).click();
  await runAgain();
  assert.deepEqual(server.sent.at(-1).set, { "link[2].joint.d": "0.7" });
  assert.equal(await field("reach").inputValue(), "2");
  noProblems(page);
});

test("a run is started only where the server says that there is none, however late it says so", async () => {
  await fetch(`${server.url}api/run`, { method: "POST", body: JSON.stringify({ set: { swing: "2" } }) });
  let say;
  server.hello = new Promise((done) => (say = done));
  await open();
  await page.getByRole("searchbox", { name: "Search parameters" }).waitFor();
  await page.waitForTimeout(700);
  assert.equal(server.sent.length, 1, "the page started a run before it knew of the one there is");
  say();
  await hasRows(200);
  assert.equal(server.sent.length, 1);
  near(await positionAt(3, 2), chainPose(3, 2, 2));
  noProblems(page);
});

test("start values and enumerations are edited, changes are copied and saved", async () => {
  await open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await hasRows(200);
  await page.getByRole("heading", { name: "Start values" }).waitFor();
  await field("link[2].joint.phi.start in rad").fill("0.4");
  const choice = page.getByRole("combobox", { name: "field" });
  assert.deepEqual(await choice.locator("option").allTextContents(), ["None", "Uniform"]);
  await choice.selectOption({ label: "Uniform" });
  await runAgain();
  assert.deepEqual(server.sent.at(-1).set, { "link[2].joint.phi.start": "0.4", field: "Types.Field.Uniform" });
  await page.getByRole("button", { name: "Copy as --set" }).click();
  await page.getByText("copied", { exact: true }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    "--set 'link[2].joint.d=0.5' --set 'link[2].joint.phi.start=0.4' --set field=Types.Field.Uniform",
    "with what the command line had set",
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as model" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Chain_changed.mo");
  noProblems(page);
});

test("names of parameters are not cut", async () => {
  await open();
  await hasRows(200);
  const cut = await page.locator(".parameter .label").evaluateAll((labels) =>
    labels.filter((l) => l.scrollWidth > l.clientWidth || l.scrollHeight > l.clientHeight + 1).map((l) => l.textContent),
  );
  assert.deepEqual(cut, []);
});

test("a kept run is compared with the next", async () => {
  await open();
  await hasRows(200);
  await page.locator("summary[aria-label^=Compare]").click();
  await page.getByRole("button", { name: "Keep this run" }).click();
  await field("swing").fill("2");
  await runAgain();
  const state = await page.evaluate(() => {
    const { view, model } = window.gelenk;
    view.setTime(2);
    view.draw();
    const at = (figure) => [...figure.poses.raw.slice(21, 24)];
    return { ghost: at(view.ghost), figure: at(view.figure), label: model.reference.label };
  });
  near(state.ghost, chainPose(3, 2, 1));
  near(state.figure, chainPose(3, 2, 2));
  noProblems(page);
});
