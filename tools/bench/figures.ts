/** The round with the median rate. */
export function median<T extends { readonly perSecond: number }>(rounds: readonly T[]): T {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as T;
}

/** Percentiles of durations, in the same unit; NaN when there are none. */
export function percentilesOf(durations: readonly number[]): { p50: number; p99: number } {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
