// Measures what a machine at hand gives: size and opening of an ordinary report, frames per second of a
// large one. Prints figures and judges none: they depend on the machine and on what else it does.
// Called by hand after page/test/run, in build/page/stage:
//
//   GELENK_PAGE=../page.html node test/browser/measure.mjs
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chainData, chainScene, swarm, times } from "../make_report.mjs";
import { Browser, ready } from "./browser.mjs";

const browser = await Browser.start();
const scene = chainScene();
const small = browser.write(scene, chainData(scene, times(1500, 0.01)), "small.html");
console.log(`9 bodies, 1500 instants: ${(statSync(small).size / 1e6).toFixed(2)} MB`);
for (let i = 0; i < 3; i++) {
  const before = performance.now();
  const page = await browser.visit(pathToFileURL(small).href);
  await ready(page);
  console.log(`  open and drawn after ${((performance.now() - before) / 1000).toFixed(2)} s`);
  await page.context().close();
}

const large = swarm(1000, 1000);
const path = browser.write(large.scene, large.data, "large.html");
console.log(`1000 bodies, 1000 instants: ${(statSync(path).size / 1e6).toFixed(2)} MB`);
const page = await browser.visit(pathToFileURL(path).href);
await ready(page);
await page.evaluate(() => window.gelenk.player.play());
for (let i = 0; i < 4; i++) {
  const rate = await page.evaluate(async () => {
    const { view } = window.gelenk;
    const [frames, start] = [view.frames, performance.now()];
    await new Promise((done) => setTimeout(done, 3000));
    return (1000 * (view.frames - frames)) / (performance.now() - start);
  });
  console.log(`  ${rate.toFixed(1)} frames per second`);
}
await browser.stop();
