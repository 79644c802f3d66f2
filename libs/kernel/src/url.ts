/**
 * The parsed address, or undefined if the text is not an address. It does not use `URL.canParse`, which in Node 20 starts
 * to reject hosts with Latin-1 letters, such as `año.example`, after a few thousand calls.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
