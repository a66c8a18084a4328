// A report in a browser: what the user of a file sees and does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { HOSTILE, chainData, chainPose, chainScene, hostileReport, times } from "../make_report.mjs";
import { Browser, drawn, noProblems, picture, scrub } from "./browser.mjs";

const scene = chainScene();
const data = chainData(scene, times(301, 0.05));
let browser;
before(async () => (browser = await Browser.start()));
after(() => browser.stop());

async function withReport(action, options = {}) {
  const page = await browser.open(scene, data, options);
  try {
    await action(page);
    noProblems(page);
  } finally {
    await page.context().close();
  }
}

const poseOf = (page, mover) =>
  page.evaluate((m) => [...window.gelenk.view.poses.raw.slice(7 * m, 7 * m + 7)], mover);

function near(got, want, tolerance) {
  got.forEach((value, i) => {
    assert.ok(Math.abs(value - want[i]) < tolerance, `${got} is not ${want}`);
  });
}

test("opens with title, coordinates, warnings; energy and drift are in the summary", () =>
  withReport(async (page) => {
    assert.equal(await page.title(), "Chain – Gelenk");
    assert.equal(await page.locator("h1").textContent(), "Chain");
    const chips = await page.locator(".chip-name").allTextContents();
    assert.deepEqual(chips.slice(0, 6), [1, 2, 3, 4, 5, 6].map((i) => `link[${i}].joint.phi`));
    assert.ok(!chips.join().includes("gelenk."), "energy and drift take no room unasked");
    await page.getByRole("button", { name: "1 warning" }).click();
    const panel = page.getByRole("tabpanel", { name: "Summary" });
    await panel.getByText("1 redundant row was left out").waitFor();
    await panel.getByRole("row", { name: "largest drift position 1.2e-13, velocity 3e-12" }).waitFor();
    await panel.getByRole("row", { name: "energy 1 J → 1 J" }).waitFor();
    await panel.getByRole("button", { name: "Plot drift" }).click();
    await page.getByRole("region", { name: "Drift", exact: true }).locator(".chip-name", { hasText: "drift.position" }).waitFor();
    await panel.getByRole("button", { name: "Plot energy" }).click();
    assert.equal(await page.getByRole("region", { name: "Energy", exact: true }).locator(".chip").count(), 3);
  }));

test("every signal of a legend is seen, and of its name the end", () =>
  withReport(async (page) => {
    const pane = page.getByRole("region", { name: "Coordinates", exact: true });
    const seen = await pane.evaluate((element) => {
      const frame = element.getBoundingClientRect();
      return [...element.querySelectorAll(".chip")].map((chip) => {
        const box = chip.getBoundingClientRect();
        const tail = chip.querySelector(".path-tail").getBoundingClientRect();
        const value = chip.querySelector(".value").getBoundingClientRect();
        const within = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
        return within && tail.width > 10 && tail.right <= value.left + 1;
      });
    });
    assert.deepEqual(seen, Array(6).fill(true));
    const chart = await pane.locator(".chart").boundingBox();
    assert.ok(chart.height >= 140, `${chart.height} pixels are left for the curves`);
  }));

test("curves go between pixels: a slow one is no stairs", () =>
  withReport(async (page) => {
    const aligned = await page.evaluate(() => window.gelenk.plots.panes[0].plot.series.slice(1).map((s) => s.pxAlign));
    assert.deepEqual([...new Set(aligned)], [0]);
  }));

test("a logarithmic scale of zeros is none", async () => {
  const still = chainScene();
  const rows = chainData(still, times(20, 0.05), 0);
  const page = await browser.open(still, rows);
  await page.evaluate(() => window.gelenk.plots.showRole("load", "Loads", false));
  const names = still.signals.filter((s) => s.name.endsWith("phi")).map((s) => s.name);
  await page.evaluate((n) => n.forEach((name) => window.gelenk.plots.toggle(name)), names);
  await page.evaluate(() => window.gelenk.plots.panes.forEach((pane) => pane.setLogarithmic(true)));
  await drawn(page);
  assert.ok(!(await page.locator(".panes").textContent()).includes("zero"));
  noProblems(page);
  await page.context().close();
});

test("a menu closes by Escape and by a click elsewhere", () =>
  withReport(async (page) => {
    const open = () => page.locator("details.menu[open]").count();
    await page.locator("summary", { hasText: "Show" }).click();
    assert.equal(await open(), 1);
    await page.getByRole("checkbox", { name: "Frames" }).focus();
    await page.keyboard.press("Escape");
    assert.equal(await open(), 0);
    await page.evaluate(() => window.gelenk.model.select(5));
    await page.locator("summary", { hasText: "Show" }).click();
    await page.keyboard.press("Escape");
    assert.equal(await open(), 0);
    assert.equal(await page.evaluate(() => window.gelenk.model.selected), 5, "the menu alone was meant");
    await page.locator("summary", { hasText: "Show" }).click();
    await page.locator("h1").click();
    assert.equal(await open(), 0);
  }));

test("the parameters of the selection are told", () =>
  withReport(async (page) => {
    await page.evaluate(() => window.gelenk.model.select(5));
    const table = page.getByRole("table", { name: "Parameters of the selection" });
    await table.getByRole("row", { name: "m 1.5 kg" }).waitFor();
  }));

test("no frame is empty where the number of pixels changes", () =>
  withReport(async (page) => {
    await page.evaluate(() => window.gelenk.player.play());
    const states = await page.evaluate(async () => {
      const { view, player } = window.gelenk;
      // Many colours are a picture, one is an empty canvas.
      const isDrawn = () => {
        const copy = document.createElement("canvas");
        copy.width = copy.height = 60;
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(view.canvas, 0, 0, 60, 60);
        const { data } = context.getImageData(0, 0, 60, 60);
        const colors = new Set();
        for (let i = 0; i < data.length; i += 4) colors.add(data.slice(i, i + 4).join());
        return colors.size > 20;
      };
      const seen = [];
      for (let i = 0; i < 3; i++) {
        // In one frame: the page draws, the number of pixels changes, and the browser is about to show it.
        await new Promise((done) => requestAnimationFrame(done));
        const before = view.canvas.width;
        view.screen.reduce();
        seen.push({ changed: view.canvas.width !== before, drawn: isDrawn() });
      }
      player.pause();
      seen.push({ changed: true, drawn: isDrawn() });
      return { seen, wide: view.canvas.width, points: view.canvas.clientWidth };
    });
    assert.ok(states.seen.some((s) => s.changed), "the number of pixels never changed");
    assert.ok(states.seen.every((s) => s.drawn), JSON.stringify(states));
    assert.equal(states.wide, states.points, "a still picture has all pixels again");
  }));

test("a phone's screen is drawn with all its pixels", () =>
  withReport(
    async (page) => {
      const [pixels, points] = await page.evaluate(() => [window.gelenk.view.canvas.width, window.gelenk.view.canvas.clientWidth]);
      assert.equal(pixels, 3 * points);
      // Nothing of the motion is under the tools, however many rows these take.
      const clear = await page.evaluate(() => {
        const { view } = window.gelenk;
        const tools = document.querySelector(".view-tools").getBoundingClientRect();
        const canvas = view.canvas.getBoundingClientRect();
        const tops = view.bounds.points.map((p) => canvas.top + ((1 - p.clone().project(view.camera.camera).y) / 2) * canvas.height);
        return Math.min(...tops) - tools.bottom;
      });
      assert.ok(clear >= 0, `${clear} pixels between the tools and the motion`);
    },
    { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 },
  ));

/** Where points of the world are drawn, in −1…1 from edge to edge. */
const projected = (page, points) =>
  page.evaluate((list) => {
    const { camera } = window.gelenk.view;
    return list.map((p) => camera.target.clone().set(...p).project(camera.camera).toArray());
  }, points);

test("the motion fills the view, and F brings it back", () =>
  withReport(async (page) => {
    const fills = async () => {
      const points = await page.evaluate(() => window.gelenk.view.bounds.points.map((p) => p.toArray()));
      const at = await projected(page, points);
      const size = (i) => Math.max(...at.map((p) => p[i])) - Math.min(...at.map((p) => p[i]));
      const inside = at.every((p) => Math.abs(p[0]) <= 1 && Math.abs(p[1]) <= 1);
      return inside && Math.max(size(0), size(1)) > 1.65;
    };
    assert.ok(await fills(), "at the start");
    await page.evaluate(() => {
      const { camera } = window.gelenk.view;
      camera.camera.position.multiplyScalar(3);
    });
    await drawn(page);
    assert.ok(!(await fills()), "from far away");
    await page.keyboard.press("f");
    await drawn(page);
    assert.ok(await fills(), "after F");
    // With a selection, that: it is seen larger.
    const radius = () => page.evaluate(() => window.gelenk.view.camera.radius);
    const whole = await radius();
    await page.evaluate(() => window.gelenk.model.select(5));
    await page.keyboard.press("f");
    assert.ok((await radius()) < 0.5 * whole);
  }));

test("bodies cast shadows on the floor", () =>
  withReport(async (page) => {
    const [lit, shaded] = await page.evaluate(() => {
      const { view, model } = window.gelenk;
      model.setRoleHidden("world", true);
      const { up, sun, floor } = view.lights.setting;
      const p = view.camera.target.clone();
      view.poses.point(8, [0.1, -0.03, 0], p);
      p.addScaledVector(sun, -(p.dot(up) - floor.value) / sun.dot(up)).project(view.camera.camera);
      const pixel = () => {
        view.dirty = true;
        view.draw();
        const copy = document.createElement("canvas");
        copy.width = copy.height = 1;
        const context = copy.getContext("2d");
        const { width, height } = view.canvas;
        context.drawImage(view.canvas, Math.round(((p.x + 1) / 2) * width), Math.round(((1 - p.y) / 2) * height), 1, 1, 0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data[0];
      };
      const shadow = pixel();
      model.setRoleHidden("body", true);
      return [pixel(), shadow];
    });
    assert.ok(shaded < lit - 12, `${shaded} in the shadow, ${lit} without`);
  }));

test("another report is compared: pale bodies, dashed curves", () =>
  withReport(async (page) => {
    const other = browser.write(scene, chainData(scene, times(301, 0.05), 2), "other.html");
    await page.locator("summary[aria-label^=Compare]").click();
    await page.getByLabel("Report to compare with").setInputFiles(other);
    await page.waitForFunction(() => window.gelenk.model.reference !== null);
    await scrub(page, 3);
    const state = await page.evaluate(() => ({
      ghost: [...window.gelenk.view.ghost.poses.raw.slice(28, 35)],
      dashes: window.gelenk.plots.panes[0].plot.series.filter((s) => s.dash !== undefined).length,
      label: window.gelenk.model.reference.label,
    }));
    near(state.ghost, chainPose(4, 3, 2), 1e-5);
    assert.equal(state.dashes, 6);
    assert.equal(state.label, "other");
    await page.getByLabel("Report to compare with").setInputFiles({ name: "no.html", mimeType: "text/html", buffer: Buffer.from("<p>none") });
    await page.getByRole("alert").getByText("no.html cannot be compared with").waitFor();
    await page.evaluate(() => window.gelenk.model.compareWith(null));
    await drawn(page);
    assert.equal(await page.evaluate(() => window.gelenk.view.ghost), null);
  }));

test("the animation is saved as a video", () =>
  withReport(async (page) => {
    await page.evaluate(() => window.gelenk.player.setSpeed(10));
    const size = () => page.evaluate(() => [window.gelenk.view.canvas.width, window.gelenk.view.canvas.height]);
    const before = await size();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Save a video/ }).click();
    // Neither slow frames nor another window change the size of what is recorded.
    await page.evaluate(() => window.gelenk.view.screen.reduce());
    await page.setViewportSize({ width: 1100, height: 640 });
    await drawn(page);
    assert.equal(await page.evaluate(() => window.gelenk.player.playing), true);
    assert.deepEqual(await size(), before);
    const download = await saved;
    assert.notDeepEqual(await size(), before, "the new window is filled afterwards");
    assert.match(download.suggestedFilename(), /^Chain\.(webm|mp4)$/);
    assert.ok(readFileSync(await download.path()).length > 5000);
    assert.equal(await page.evaluate(() => window.gelenk.player.playing), false);
    assert.equal(await page.evaluate(() => window.gelenk.player.loop), true, "looping is as it was");
  }));

test("plays: pixels change; pauses: they do not", () =>
  withReport(async (page) => {
    const still = await picture(page);
    await drawn(page);
    assert.ok(still.equals(await picture(page)), "the view moved before it was played");
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => window.gelenk.player.time > 0.3);
    await page.getByRole("button", { name: "Pause" }).click();
    await drawn(page);
    assert.ok(!still.equals(await picture(page)), "the view did not move");
  }));

test("scrubbing moves every body to the data's value", () =>
  withReport(async (page) => {
    for (const t of [4.35, 0.05, 15]) {
      await scrub(page, t);
      for (const mover of [0, 4, 8]) near(await poseOf(page, mover), chainPose(mover, t), 1e-6);
    }
    // Between two instants: linear, so off the circle by no more than the sagitta.
    await scrub(page, 4.375);
    near(await poseOf(page, 3), chainPose(3, 4.375), 2e-3);
    assert.match(await page.locator(".clock").textContent(), /^4\.375 \/ 15\.000 s$/);
  }));

test("a body is drawn where the data say: a click there selects it", () =>
  withReport(async (page) => {
    await scrub(page, 7.2);
    // Behind its hinge a link's body lies along (1, −0.3, 0) of its frame.
    const [x, y, , , , qz, qw] = chainPose(7, 7.2);
    const angle = 2 * Math.atan2(qz, qw);
    const along = Math.atan2(-0.3, 1) + angle;
    const at = [x + 0.2 * Math.cos(along), y + 0.2 * Math.sin(along), 0];
    await page.keyboard.press("2");
    await drawn(page);
    const pixel = await page.evaluate((p) => {
      const { view } = window.gelenk;
      const v = view.camera.target.clone().set(...p).project(view.camera.camera);
      const rect = view.canvas.getBoundingClientRect();
      return {
        x: rect.left + ((v.x + 1) / 2) * rect.width,
        y: rect.top + ((1 - v.y) / 2) * rect.height,
      };
    }, at);
    await page.mouse.click(pixel.x, pixel.y);
    assert.equal(await page.locator(".details h3").textContent(), "link[8].body");
    const selected = page.locator('.tree-row[aria-selected="true"].selected');
    assert.match(await selected.getAttribute("aria-label"), /^body, Modelica/);
    await page.getByRole("button", { name: "Trace", exact: true }).click();
    await page.getByRole("button", { name: "Remove the trace of link[8].body.frame_a" }).waitFor();
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    const before = await page.evaluate(() => window.gelenk.view.camera.target.toArray());
    await scrub(page, 8.2);
    const after = await page.evaluate(() => window.gelenk.view.camera.target.toArray());
    const [a, b] = [chainPose(7, 7.2), chainPose(7, 8.2)];
    near(after.map((c, i) => c - before[i]), [b[0] - a[0], b[1] - a[1], 0], 1e-5);
  }));

test("a signal found in the tree is plotted, with its value at the time", () =>
  withReport(async (page) => {
    await page.getByRole("button", { name: "Add pane" }).click();
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("link[9] phi");
    await page.getByText("1 match", { exact: true }).waitFor();
    await page.getByRole("treeitem", { name: "signal link[9].joint.phi" }).click();
    const pane = page.getByRole("region", { name: "Plot", exact: true });
    await pane.locator(".chip-name", { hasText: "link[9].joint.phi" }).waitFor();
    await scrub(page, 3);
    const want = 0.5 * Math.sin(1.7 * 3 + 0.4 * 8);
    await page.waitForFunction(
      (v) => {
        const chip = [...document.querySelectorAll(".chip")].find((c) => c.textContent.includes("[9].joint.phi"));
        return Math.abs(Number(chip.querySelector(".value").textContent) - v) < 1e-4;
      },
      want,
    );
    // The curve is there: pixels of its colour, in many columns of the chart.
    const columns = await pane.locator("canvas").evaluate((canvas) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
      let count = 0;
      for (let x = 0; x < width; x++) {
        for (let y = 0; y < height; y++) {
          const i = 4 * (y * width + x);
          const close = (k, v) => Math.abs(pixels[i + k] - v) < 12;
          if (close(0, 0x1f) && close(1, 0x77) && close(2, 0xd0)) {
            count += 1;
            break;
          }
        }
      }
      return count / width;
    });
    assert.ok(columns > 0.6, `the curve fills ${columns} of the chart`);
    // A click on the name selects the component.
    await pane.getByRole("button", { name: "link[9].joint.phi", exact: true }).click();
    assert.equal(await page.locator(".details h3").textContent(), "link[9].joint");
    assert.equal(await pane.locator(".chip.selected").count(), 1);
  }));

test("the plot's cursor is tied to the animation; dragging zooms all panes", () =>
  withReport(async (page) => {
    const over = page.locator(".u-over").first();
    const box = await over.boundingBox();
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 20);
    const t = await page.evaluate(() => window.gelenk.player.time);
    assert.ok(Math.abs(t - 7.5) < 0.1, `time is ${t}`);
    await drawn(page);
    const marker = await page.locator(".marker").first().boundingBox();
    assert.ok(Math.abs(marker.x - box.x - 0.5 * box.width) < 3);
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 25, { steps: 4 });
    await page.mouse.up();
    const range = await page.evaluate(() => window.gelenk.plots.range());
    near(range, [3, 6], 0.15);
    await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 20);
    near(await page.evaluate(() => window.gelenk.plots.range()), [0, 15], 1e-9);
  }));

test("selecting in the tree colours the body, hiding takes it away", () =>
  withReport(async (page) => {
    const plain = await picture(page);
    await page.getByRole("treeitem", { name: "link[7], Chain.Link" }).click();
    await drawn(page);
    const colored = await picture(page);
    assert.ok(!plain.equals(colored));
    const instances = () =>
      page.evaluate(() => window.gelenk.view.figure.batches.reduce((n, b) => n + b.drawn.length, 0));
    const all = await instances();
    await page.getByRole("button", { name: "Hide link[7]" }).click();
    await drawn(page);
    assert.equal(await instances(), all - 2);
    assert.ok(!colored.equals(await picture(page)));
    await page.getByRole("button", { name: "Show all components" }).click();
    assert.equal(await instances(), all);
  }));

test("frames, forces and roles are shown on request", () =>
  withReport(async (page) => {
    const before = await picture(page);
    await page.locator("summary", { hasText: "Show" }).click();
    for (const name of ["Frames", "Force and reaction arrows"]) {
      await page.getByRole("checkbox", { name }).check();
    }
    await drawn(page);
    const arrows = await page.evaluate(() => window.gelenk.view.loads[0].group.visible);
    assert.equal(arrows, true);
    assert.equal(await page.getByRole("checkbox", { name: "Torque arrows" }).isDisabled(), true);
    await page.locator("summary", { hasText: "Show" }).click();
    assert.ok(!before.equals(await picture(page)));
  }));

test("plots are saved as CSV, SVG and PNG", () =>
  withReport(async (page) => {
    await page.evaluate(() => window.gelenk.plots.showRole("energy", "Energy", false));
    const pane = page.getByRole("region", { name: "Energy", exact: true });
    const saved = async (kind) => {
      await pane.locator("summary").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        pane.getByRole("button", { name: kind }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `gelenk.energy.kinetic.${kind.toLowerCase()}`);
      return readFileSync(await download.path());
    };
    const lines = (await saved("CSV")).toString().trim().split("\n");
    assert.equal(lines[0], "time,gelenk.energy.kinetic,gelenk.energy.potential,gelenk.energy.total");
    assert.equal(lines.length, 302);
    near(lines[21].split(",").map(Number), [1, Math.sin(1.7) ** 2, Math.cos(1.7) ** 2, 1], 1e-6);
    const drawing = (await saved("SVG")).toString();
    assert.match(drawing, /^<svg [^]*gelenk\.energy\.total \[J\][^]*<\/svg>$/);
    assert.ok(drawing.split("L").length > 800, "the curves are missing");
    for (const tick of ["5", "10", "0.5"]) {
      assert.ok(drawing.includes(`>${tick}</text>`), `the axes lack ${tick}`);
    }
    const png = await saved("PNG");
    assert.deepEqual([...png.subarray(1, 4)], [..."PNG"].map((c) => c.charCodeAt(0)));
    assert.ok(png.length > 3000);
  }));

test("keys play, step, turn the view and move in the tree", () =>
  withReport(async (page) => {
    await page.locator("h1").click();
    const time = () => page.evaluate(() => window.gelenk.player.time);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    near([await time()], [0.1], 1e-9);
    await page.keyboard.press("ArrowLeft");
    near([await time()], [0.05], 1e-9);
    await page.keyboard.press("End");
    near([await time()], [15], 1e-9);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => window.gelenk.player.playing), true);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => window.gelenk.player.playing), false);
    await page.keyboard.press("3");
    const up = await page.evaluate(() => {
      const { camera, target } = window.gelenk.view.camera;
      return camera.position.clone().sub(target).normalize().y;
    });
    assert.ok(up > 0.999);
    const tree = page.getByRole("tree");
    await tree.focus();
    for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowDown", "Enter"]) {
      await page.keyboard.press(key);
    }
    assert.equal(await page.locator(".details h3").textContent(), "link[1].body");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  }));

test("light and dark follow the system and can be switched", () =>
  withReport(
    async (page) => {
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      assert.equal(await theme(), "dark");
      await page.getByRole("button", { name: "Light or dark" }).click();
      assert.equal(await theme(), "light");
    },
    { colorScheme: "dark" },
  ));

test("every control has a name", () =>
  withReport(async (page) => {
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, summary, canvas[tabindex], [role]")]
        .filter((e) => !["presentation", "tabpanel", "alert"].includes(e.getAttribute("role")))
        .filter((e) => {
          const label = e.getAttribute("aria-label") ?? e.textContent ?? "";
          return label.trim() === "" && (e.labels?.length ?? 0) === 0;
        })
        .map((e) => e.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, []);
  }));

for (const [width, height] of [
  [1280, 720],
  [390, 844],
  [320, 640],
]) {
  test(`fits a window of ${width} by ${height}`, () =>
    withReport(
      async (page) => {
        const size = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          high: document.documentElement.scrollHeight,
          view: document.querySelector(".view canvas").getBoundingClientRect().toJSON(),
        }));
        assert.ok(size.wide <= width && size.high <= height, JSON.stringify(size));
        assert.ok(size.view.width > 300 && size.view.height > 150);
        // Everything of the bar is within the window and can be pressed.
        await page.getByRole("button", { name: "Play" }).click();
        await page.getByRole("button", { name: "Loop" }).click();
        if (width < 760) {
          await page.getByRole("navigation").getByRole("button", { name: "Plots" }).click();
          const pane = await page.locator(".pane").first().boundingBox();
          assert.ok(pane.width > 300 && pane.height > 100);
        }
      },
      { viewport: { width, height } },
    ));
}

test("hostile names and wrong shapes do no harm", async () => {
  const { scene: hostile, data: rows } = hostileReport();
  const page = await browser.open(hostile, rows);
  assert.equal(await page.locator("h1").textContent(), HOSTILE[0]);
  const plotted = new Set(await page.locator(".chip-name").allTextContents());
  for (const { name } of hostile.signals) {
    if (!plotted.has(name)) await page.evaluate((n) => window.gelenk.plots.toggle(n), name);
  }
  for (let c = 0; c < hostile.components.length; c++) {
    await page.evaluate((i) => window.gelenk.model.select(i), c);
    await page.keyboard.press("t");
    await page.keyboard.press("f");
    await page.keyboard.press("c");
  }
  await page.getByRole("tab", { name: /Summary/ }).click();
  await page.getByText(HOSTILE[1]).first().waitFor();
  await page.getByRole("searchbox", { name: "Search components and signals" }).waitFor({ state: "hidden" });
  await drawn(page);
  const state = await page.evaluate(() => ({
    harmed: window.harmed,
    scripts: document.scripts.length,
    images: document.images.length,
    wide: document.documentElement.scrollWidth,
    polluted: {}.path,
  }));
  assert.deepEqual(state, { harmed: undefined, scripts: 3, images: 0, wide: 1280, polluted: undefined });
  const pane = page.locator(".pane.active");
  for (const kind of ["SVG", "CSV"]) {
    await pane.locator("summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      pane.getByRole("button", { name: kind, exact: true }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    if (kind === "CSV") assert.doesNotMatch(text, /(^|,)"?=/m);
    else {
      const parsed = await page.evaluate((xml) => {
        const read = new DOMParser().parseFromString(xml, "image/svg+xml");
        return read.querySelectorAll("parsererror, script, img").length;
      }, text);
      assert.equal(parsed, 0);
    }
  }
  noProblems(page);
  await page.context().close();
});

test("data that cannot be read are said to be so", async () => {
  const page = await browser.visit(`file://${browser.write(scene, Buffer.from([1, 2, 3]), "broken.html")}`);
  await page.getByRole("alert").getByText("The data of this report cannot be read").waitFor();
  await page.context().close();
});
