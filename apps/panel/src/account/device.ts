/** Patterns of `User-Agent`. Browsers include the names of others in theirs, so the order matters. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

interface Device {
  browser?: string;
  system?: string;
}

/** The browser and the system that a `User-Agent` names, as far as they are known. */
export function deviceOf(userAgent: string | null): Device {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1],
  );
  return { ...(browser && { browser }), ...(system && { system }) };
}
