import { isHeldByDouble } from './decimal';

/** JSON with a repeated member: some readers take its first value, others the last. */
export class RepeatedMemberError extends SyntaxError {
  override readonly name = 'RepeatedMemberError';
}

/** Strings, numbers, and what separates them. Other text between them is blank, or `true`, `false` and `null`. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:]/g;

const MAX_SHOWN = 40;

/**
 * The value of JSON text, without loss: a number of more digits than a JSON number keeps is its text, so that a field
 * accepts it as written or rejects it. Throws `RepeatedMemberError` for an object with two members of the same name, and
 * another `SyntaxError` for text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // The names of each open object, and undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  let isExact = true;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':') addName(open.at(-1), last);
    else if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"')) last = token;
    else isExact &&= isHeldByDouble(token);
  }
  return isExact ? value : (JSON.parse(text.replaceAll(TOKEN, quoteUnlessHeld)) as unknown);
}

function addName(names: Set<string> | undefined, quoted: string): void {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (names?.has(name)) throw new RepeatedMemberError(`has ${shown(quoted)} twice in the same object`);
  names?.add(name);
}

function quoteUnlessHeld(token: string): string {
  return /^[-\d]/.test(token) && !isHeldByDouble(token) ? `"${token}"` : token;
}

function shown(token: string): string {
  return token.length > MAX_SHOWN ? `${token.slice(0, MAX_SHOWN)}…` : token;
}
