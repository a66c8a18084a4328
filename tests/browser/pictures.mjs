// Takes the pictures of README.md: reports of two examples in a browser. tests/browser/run --pictures
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, drawn, ready } from "../browser/browser.mjs";
import { example, gelenk } from "./program.mjs";

const browser = await Browser.start();

async function take(name, picture, t, colorScheme, prepare) {
  const report = join(browser.folder, "report.html");
  gelenk("run", example(name), "--quiet", "--interval", "0.002", "--report", report);
  const viewport = { width: 1180, height: 640 };
  const page = await browser.visit(`${pathToFileURL(report).href}#fine`, { viewport, colorScheme });
  await ready(page);
  await prepare(page);
  await page.evaluate((time) => window.gelenk.player.setTime(time), t);
  for (let frame = 0; frame < 10; ++frame) await drawn(page);
  await page.screenshot({ path: join(process.env.GELENK_ROOT, "doc", picture) });
  await page.context().close();
}

/** Plots the first signal that a search finds. */
const plot = (words) => async (page) => {
  const search = page.getByRole("searchbox").first();
  await search.fill(words);
  await page.getByRole("treeitem", { name: /^signal/ }).first().click();
  await search.fill("");
  await search.blur();
};

await take("thesis/Car.mo", "report.png", 0.3, "light", plot("suspensionLeft spring length"));
await take("successive/Engine.mo", "report-dark.png", 0.41, "dark", plot("crank.w"));
await browser.stop();
