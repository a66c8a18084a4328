// Logarithmic scales: ranges and marks, down to what a drift is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decades, powers } from "../src/scale";

test("a logarithmic scale has whole decades, no more than twelve of them matter", () => {
  assert.deepEqual(decades(7.1e-18, 7.5e-15), [1e-18, 1e-14]);
  assert.deepEqual(decades(1e-40, 2e-3), [1e-15, 1e-2]);
  assert.deepEqual(decades(1e-5, 1e-5), [1e-6, 1e-5]);
  assert.deepEqual(decades(null, null), [0.1, 1]);
});

test("its marks are powers of ten, six at most", () => {
  assert.deepEqual(powers(1e-18, 1e-14), [1e-18, 1e-17, 1e-16, 1e-15, 1e-14]);
  assert.ok(powers(1e-30, 1e10).length <= 6);
  assert.deepEqual(powers(0.2, 30), [1, 10]);
});
