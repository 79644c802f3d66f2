import { STYLESHEET } from './assets';

/** Text colours with their backgrounds, as custom properties. */
const PAIRS: readonly (readonly [text: string, background: string])[] = [
  ...['ink', 'muted', 'accent', 'accent-strong', 'bad'].flatMap((text) =>
    ['sheet', 'aside'].map((background) => [text, background] as const),
  ),
  ...['ink', 'muted', 'accent'].map((text) => [text, 'accent-soft'] as const),
  ['ink', 'ground'],
  ['ink', 'calm-soft'],
  ['muted', 'calm-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['bad', 'bad-soft'],
  ['notice', 'notice-soft'],
];

/** Edges of fields and focus outlines, with the colours around them. */
const EDGES: readonly (readonly [edge: string, background: string])[] = [
  ['edge', 'sheet'],
  ['accent', 'sheet'],
  ['accent', 'aside'],
  ['bad', 'sheet'],
];

const [light = {}, dark = {}] = [...STYLESHEET.content.matchAll(/:root \{([^}]*)\}/g)].map(([, body = '']) =>
  Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour])),
) as Record<string, string>[];

describe.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('the %s colours', (_scheme, colours) => {
  it.each(PAIRS)('has text contrast: %s on %s', (text, background) => {
    expect(contrast(colours[text]!, colours[background]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGES)('has edge contrast: %s around %s', (edge, background) => {
    expect(contrast(colours[edge]!, colours[background]!)).toBeGreaterThanOrEqual(3);
  });
});

describe('the stylesheet', () => {
  const used = (property: string) => {
    const uses = STYLESHEET.content.matchAll(new RegExp(`[\\s;]${property}:[^;]*?var\\(--([\\w-]+)\\)`, 'g'));
    return [...new Set([...uses].map(([, name]) => name!))].sort();
  };

  it('uses only the text colours compared here', () => {
    expect(used('color')).toEqual([...new Set(PAIRS.map(([text]) => text))].sort());
  });

  it('uses only the backgrounds compared here', () => {
    expect(used('background')).toEqual([...new Set(PAIRS.map(([, background]) => background))].sort());
  });

  it('has a dark scheme', () => {
    expect(Object.keys(dark)).toEqual(Object.keys(light));
  });
});

/** WCAG 2.2 contrast ratio: of the relative luminances, plus 0.05 each for ambient light. */
function contrast(one: string, other: string): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
