// Reports of the examples: the page shows what the program computed.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Browser, drawn, noProblems, picture, ready, scrub } from "../browser/browser.mjs";
import { columns, example, gelenk } from "./program.mjs";

let browser;
before(async () => (browser = await Browser.start()));
after(() => browser.stop());

async function open(name, ...options) {
  const path = join(browser.folder, "report.html");
  gelenk("run", name, "--report", path, "--quiet", ...options);
  const page = await browser.visit(pathToFileURL(path).href);
  await ready(page);
  page.bytes = statSync(path).size;
  return page;
}

test("the car's report opens, moves, and has every body where the CSV has it", async () => {
  const csv = join(browser.folder, "car.csv");
  const page = await open(example("thesis/Car.mo"), "--t-end", "1.5", "--interval", "0.001", "--output", csv,
    "--signals", "*.frame_a.r_0*,gelenk.*");
  assert.ok(page.bytes < 3e6, `${page.bytes} bytes`);
  assert.equal(await page.locator("h1").textContent(), "Car");
  const still = await picture(page);
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => window.gelenk.player.time > 0.2);
  await page.getByRole("button", { name: "Pause" }).click();
  await drawn(page);
  assert.ok(!still.equals(await picture(page)), "the view did not move");
  const table = columns(readFileSync(csv, "utf8"));
  const movers = await page.evaluate(() => window.gelenk.model.scene.movers.map((m) => m.path));
  let compared = 0;
  for (const row of [0, 437, 1500]) {
    await scrub(page, table.time[row]);
    const poses = await page.evaluate(() => [...window.gelenk.view.poses.raw]);
    movers.forEach((path, m) => {
      for (let k = 0; k < 3; ++k) {
        const expected = table[`${path}.r_0[${k + 1}]`]?.[row];
        if (expected === undefined) continue;
        ++compared;
        assert.ok(Math.abs(poses[7 * m + k] - expected) < 1e-6, `${path}: ${poses[7 * m + k]} is not ${expected}`);
      }
    });
  }
  assert.ok(compared >= 3 * 3 * 5, `${compared} coordinates compared`);
  noProblems(page);
  await page.context().close();
});

test("coordinates are plotted, a signal is chosen, a component is selected and tells its parameters", async () => {
  const page = await open(example("Pendulum.mo"));
  const chips = (await page.locator(".chip-name").allTextContents()).join();
  assert.match(chips, /hinge\.phi/);
  assert.doesNotMatch(chips, /gelenk\./);
  await page.getByRole("tab", { name: /Summary/ }).click();
  await page.getByRole("row", { name: /^largest drift/ }).waitFor();
  await page.getByRole("tab", { name: "Model" }).click();
  // The tree takes a signal away and back.
  const plotted = page.locator(".chip-name", { hasText: "hinge.phi" });
  await plotted.waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("hinge.phi");
  await page.getByRole("treeitem", { name: "signal hinge.phi" }).click();
  await plotted.waitFor({ state: "detached" });
  await page.getByRole("treeitem", { name: "signal hinge.phi" }).click();
  await plotted.waitFor();
  await page.getByRole("searchbox").first().fill("");
  await page.locator(".tree-row", { hasText: "rod" }).first().click();
  assert.equal(await page.locator(".details h3").textContent(), "rod");
  await page.getByRole("table", { name: "Parameters of the selection" }).getByRole("row", { name: "width 0.06 m" }).waitFor();
  noProblems(page);
  await page.context().close();
});

test("the torque of a motor is among the signals and plotted", async () => {
  const page = await open(example("DrivenSliderCrank.mo"));
  const pane = page.getByRole("region", { name: "Drive loads" });
  await pane.locator(".chip-name", { hasText: "crank_joint.tau" }).waitFor();
  noProblems(page);
  await page.context().close();
});

test("hostile texts of a model stay text", async () => {
  const model = join(browser.folder, "Hostile.mo");
  const evil = "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed = 2'>";
  writeFileSync(
    model,
    `model Hostile "${evil} ${"x".repeat(5000)} \u202e\u{1F600}"
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute '${evil.replaceAll("'", "")}' "${evil}";
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0.3, 0, 0}) "${evil}";
equation
  connect(world.frame_b, '${evil.replaceAll("'", "")}'.frame_a);
  connect('${evil.replaceAll("'", "")}'.frame_b, body.frame_a);
end Hostile;
`,
  );
  const page = await open(model);
  await page.getByRole("treeitem").first().waitFor();
  assert.equal(await page.evaluate(() => window.harmed), undefined);
  assert.ok((await page.content()).includes("window.harmed"), "the text is not on the page at all");
  noProblems(page);
  await page.context().close();
});
