// Logarithmic scales of plots: ranges and marks. The chart library's own end at 1e-16, where drifts begin.

/** 10 to a whole power, as the number that is written so. */
const ten = (power: number) => Number(`1e${power}`);

/** Whole decades around values on a logarithmic scale; of values that vanish beside the largest, none. */
export function decades(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !(max > 0)) return [0.1, 1];
  const top = Math.max(Math.ceil(Math.log10(max)), -30);
  const bottom = Math.floor(Math.log10(Math.max(min, max * 1e-12, 1e-36)));
  return [ten(Math.min(bottom, top - 1)), ten(top)];
}

/** Powers of ten on a logarithmic scale, six at most. */
export function powers(min: number, max: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(min) - 1e-9), Math.floor(Math.log10(max) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first) / 5));
  const splits = [];
  for (let power = first; power <= last; power += step) splits.push(ten(power));
  return splits;
}
