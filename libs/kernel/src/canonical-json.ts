/**
 * The JSON text of a value read from JSON, the same whatever the order of members was. Values keep their spelling: `1.50`
 * in text is not `1.5`, and text in another Unicode form is other text.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sorted(part) : part));
}

function sorted(object: object): object {
  const members = Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
