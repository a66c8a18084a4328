// `gelenk view` in a browser: runs, edits, errors.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Browser, noProblems } from "../browser/browser.mjs";
import { View, example } from "./program.mjs";

let browser;
let view;
let page;
before(async () => (browser = await Browser.start()));
after(() => browser.stop());
afterEach(async () => {
  await page.context().close();
  assert.equal(await view.stop(), 0);
});

const done = () => page.getByText(/done, \d+ rows/).waitFor();
/** Value of a signal at the last instant. */
const last = (name) =>
  page.evaluate((wanted) => {
    const { scene, recording } = window.gelenk.model;
    const signal = scene.signals.findIndex((s) => s.name === wanted);
    return recording.signal(signal).at(-1);
  }, name);

test("an edited parameter changes the result", async () => {
  view = await View.start(example("Pendulum.mo"), "--signals", "hinge.phi");
  page = await browser.visit(view.url);
  await done();
  const first = await last("hinge.phi");
  await page.getByRole("searchbox", { name: "Search parameters" }).fill("world.g");
  await page.evaluate(() => (window.earlier = window.gelenk.model.recording));
  await page.getByRole("textbox", { name: "world.g in m/s2", exact: true }).fill("1.6");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.gelenk.model.recording !== window.earlier);
  await done();
  const second = await last("hinge.phi");
  assert.ok(Math.abs(first - second) > 1e-3, `${first} and ${second}`);
  noProblems(page);
});

test("the fields show the run on the page, also after loading it again", async () => {
  view = await View.start(example("Pendulum.mo"), "--signals", "hinge.phi");
  page = await browser.visit(view.url);
  await done();
  const field = (name) => page.getByRole("textbox", { name: `rod.${name} in m`, exact: true });
  assert.equal(await field("width").inputValue(), "0.06");
  await page.evaluate(() => (window.earlier = window.gelenk.model.recording));
  await field("width").fill("0.2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.gelenk.model.recording !== window.earlier);
  await done();
  await page.reload();
  await done();
  assert.equal(await field("width").inputValue(), "0.2");
  assert.equal(await field("height").inputValue(), "0.2", "which is the width where nobody sets it");
  const drawn = await page.evaluate(() => window.gelenk.model.scene.shapes.find((s) => s.kind === "box").width);
  assert.ok(Math.abs(drawn - 0.2) < 1e-6);
  noProblems(page);
});

test("a bad value is told at its field; a start value changes the motion", async () => {
  view = await View.start(example("Pendulum.mo"), "--signals", "hinge.phi");
  page = await browser.visit(view.url);
  await done();
  const width = page.getByRole("textbox", { name: "rod.width in m", exact: true });
  await width.fill("0.2 +");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("value of rod.width").waitFor();
  assert.equal(await width.getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: "Reset rod.width" }).click();
  const start = page.getByRole("textbox", { name: "hinge.phi.start in rad", exact: true });
  await page.evaluate(() => (window.earlier = window.gelenk.model.recording));
  await start.fill("0.5");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.gelenk.model.recording !== window.earlier);
  await done();
  const first = await page.evaluate(() => window.gelenk.model.recording.signal(0)[0]);
  assert.ok(Math.abs(first - 0.5) < 1e-6, `${first}`);
});

test("a broken model shows its error and source line, and runs when it is mended", async () => {
  const model = join(browser.folder, "Broken.mo");
  const text = readFileSync(example("Pendulum.mo"), "utf8");
  writeFileSync(model, text.replace("Parts.BodyBox rod(", "Parts.BodyBox rod(massless = 3, "));
  view = await View.start(model);
  page = await browser.visit(view.url);
  const error = page.getByRole("alert");
  await error.getByText(/massless/).first().waitFor();
  assert.match(await error.locator("pre").textContent(), /massless = 3/);
  writeFileSync(model, text);
  await done();
  assert.equal(await error.isVisible(), false);
});
