/**
 * The parsed address, or undefined for text that is none. Not `URL.canParse`: after some thousand calls Node 20 denies
 * addresses whose host has Latin-1 letters, such as `https://año.example`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
