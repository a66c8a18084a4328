// Starts the browser and opens reports in it. Every test sees what went wrong in the page: errors,
// console messages, requests to anywhere else and dialogs are collected, and must be none.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { report } from "../make_report.mjs";

export const pagePath = process.env.GELENK_PAGE;

export class Browser {
  static async start() {
    const self = new Browser();
    self.folder = mkdtempSync(join(tmpdir(), "gelenk-page-"));
    self.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
    });
    return self;
  }

  async stop() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }

  /** A page at an address, with `problems` that it had. */
  async visit(url, options = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 720 },
      colorScheme: "light",
      ...options,
    });
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("dialog", (dialog) => {
      page.problems.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (message) => {
      if (message.type() === "error") page.problems.push(message.text());
    });
    page.on("request", (request) => {
      const own = request.url().startsWith(new URL(url).origin === "null" ? "file:" : new URL(url).origin);
      if (!own && !request.url().startsWith("blob:")) page.problems.push(`request ${request.url()}`);
    });
    await page.goto(url);
    return page;
  }

  write(scene, data, name = "report.html") {
    const path = join(this.folder, name);
    writeFileSync(path, report(pagePath, scene, data));
    return path;
  }

  async open(scene, data, options = {}) {
    const page = await this.visit(pathToFileURL(this.write(scene, data)).href, options);
    await ready(page);
    return page;
  }
}

export async function ready(page) {
  await page.waitForFunction(
    () => document.documentElement.dataset.ready === "true" && window.gelenk.view.frames > 0,
  );
}

/** The next frame has been drawn. */
export async function drawn(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Moves the slider of the time bar. */
export async function scrub(page, t) {
  await page.locator(".scrub").evaluate((slider, value) => {
    slider.value = `${value}`;
    slider.dispatchEvent(new Event("input"));
  }, t);
  await drawn(page);
}

/** The pixels of the view as they are shown, as PNG. */
export function picture(page) {
  return page.locator(".view canvas").screenshot();
}

export function noProblems(page) {
  assert.deepEqual(page.problems, []);
}
