// Takes the pictures of README.md: reports of examples in a browser, and a moving one. tests/browser/run --pictures
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, drawn, ready } from "../browser/browser.mjs";
import { writeGif } from "./gif.mjs";
import { example, gelenk } from "./program.mjs";

const browser = await Browser.start();
const target = (name) => join(process.env.GELENK_ROOT, "doc", name);

async function open(name, viewport, colorScheme, ...options) {
  const report = join(browser.folder, "report.html");
  gelenk("run", example(name), "--quiet", "--report", report, ...options);
  const page = await browser.visit(pathToFileURL(report).href, { viewport, colorScheme });
  await ready(page);
  return page;
}

async function take(page, picture, t) {
  await page.evaluate((time) => window.gelenk.player.setTime(time), t);
  for (let frame = 0; frame < 10; ++frame) await drawn(page);
  await page.screenshot({ path: target(picture) });
  await page.context().close();
}

/** Traces the origin of a mover. */
const trace = (page, path) =>
  page.evaluate((wanted) => {
    const { view, model } = window.gelenk;
    const mover = model.scene.movers.findIndex((m) => m.path === wanted[0]);
    view.addTrace({ mover, p: wanted[1] });
  }, path);
const foot = ["right[3].g.frame_a", [-0.0775, 0.4838, 0]];

/** One turn of the walker's crankshaft, which ends where it began. */
async function film(picture) {
  const [width, height, frames, speed] = [560, 350, 36, 3];
  const page = await open("Walker.mo", { width: width + 690, height: height + 85 }, "light");
  await trace(page, foot);
  const shots = [];
  for (let i = 0; i < frames; ++i) {
    const base64 = await page.evaluate(
      ([t, w, h]) => {
        const { view } = window.gelenk;
        view.setTime(t);
        view.draw();
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [w, h];
        const context = copy.getContext("2d");
        context.drawImage(view.canvas, 0, 0, w, h);
        const { data } = context.getImageData(0, 0, w, h);
        let text = "";
        for (let k = 0; k < data.length; k += 0x8000) text += String.fromCharCode(...data.subarray(k, k + 0x8000));
        return btoa(text);
      },
      [(i * 2 * Math.PI) / speed / frames, width, height],
    );
    shots.push({ pixels: Buffer.from(base64, "base64") });
  }
  writeFileSync(target(picture), writeGif(shots, width, height, Math.round((200 * Math.PI) / speed / frames)));
  await page.context().close();
}

await film("walker.gif");
const walker = await open("Walker.mo", { width: 1240, height: 680 }, "light");
await trace(walker, foot);
await take(walker, "report.png", 0.62);
await take(await open("cad/PassengerCar.mo", { width: 1240, height: 680 }, "dark"), "report-dark.png", 2.86);
await browser.stop();
