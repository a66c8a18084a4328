// Bundles src/main.ts with its packages and styles into one HTML file. tools/build-page calls it in
// the folder that holds the packages. The file stands alone: its policy (Content-Security-Policy)
// allows the one script and the one style by their hashes, data and pictures that the page itself
// makes, and connections to the server it came from (`gelenk view`); nothing else.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const out = process.argv[2];

async function bundle(entry, options) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    legalComments: "none",
    charset: "ascii",
    logLevel: "warning",
    ...options,
  });
  return result.outputFiles[0].text.trim();
}

let script = await bundle("src/main.ts", { format: "iife", target: "es2022" });
let style = await bundle("src/style.css", { loader: { ".css": "css" } });

// In a script element the parser looks for an end tag and for comments; none may appear.
script = script.replaceAll("<!--", "\\x3c!--").replaceAll(/<\/script/gi, "\\x3c/script");
if (/<\/style|<!--/i.test(style)) throw new Error("the style would end its element");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "connect-src 'self'",
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// The licences of the packages ask to go along with every copy.
const licences = ["three", "uplot"]
  .map((name) => `${name}: ${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`)
  .join("\n\n")
  .replaceAll("\r", "")
  .replaceAll("--", "- -");

const parts = { policy, style, script, licences };
const page = readFileSync("src/page.html", "utf8").replaceAll(
  /@@(policy|style|script|licences)@@/g,
  (_, name) => parts[name],
);
for (const mark of ["<!--gelenk-scene-->", "<!--gelenk-data-->"]) {
  if (page.split(mark).length !== 2) throw new Error(`${mark} must stand once in the page`);
}
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1024).toFixed(0)} kB`);
