// Tables: numbers that read back as they were, names that stay names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvCell, csvOf, fileName, floatText } from "../src/exports";
import { Recording } from "../src/recording";
import { chunk } from "./make_report.mjs";

test("a 32-bit number is written so that it reads back the same", () => {
  let seed = 7;
  for (let i = 0; i < 2000; i++) {
    seed = (48271 * seed) % 2147483647;
    const value = Math.fround((seed / 1e9 - 1) * 10 ** ((seed % 60) - 30));
    assert.equal(Math.fround(Number(floatText(value))), value);
  }
  assert.equal(floatText(Math.fround(0.1)), "0.1");
});

test("names are quoted, and none becomes a formula", () => {
  assert.equal(csvCell("a.b[1,2]"), '"a.b[1,2]"');
  assert.equal(csvCell('say "x"'), '"say ""x"""');
  assert.equal(csvCell("=1+1"), "'=1+1");
  assert.equal(csvCell("plain"), "plain");
});

test("a table has a head and a line per row", () => {
  const r = new Recording(0, 2);
  r.append(chunk([0, 0.5], [[1, 2], [0.25, -3]]));
  const series = ["x", "y"].map((name, signal) => ({ name, unit: "", color: "", signal }));
  assert.equal(csvOf(r, series), "time,x,y\n0,1,0.25\n0.5,2,-3\n");
});

test("a file's name holds nothing odd", () => {
  assert.equal(fileName("../a b/<c>"), ".._a_b_c_");
  assert.equal(fileName("質"), "_");
  assert.equal(fileName(""), "gelenk");
});
