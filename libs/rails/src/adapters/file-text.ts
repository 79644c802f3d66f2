/** Bytes that are no text in the encoding that they seem to have. */
export class FileTextError extends Error {}

/** What Windows-1252 has in place of the control characters of Latin-1; a blank where it has nothing. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_OF_WINDOWS = 0x80;

/**
 * The text of a file as people export it, without its byte-order mark: UTF-8, UTF-16 in either order with a byte-order
 * mark or beginning with a Latin letter, and Windows-1252 for what is none of these. Throws `FileTextError`.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding) return decoded(bytes, encoding) ?? refuse(`begins as ${encoding.toUpperCase()} and is not valid in it`);
  return decoded(bytes, 'utf-8') ?? ofWindows(bytes);
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : undefined;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

/** Not by `TextDecoder`, which reads Windows-1252 as Latin-1 in versions of Node that the service runs on. */
function ofWindows(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/g, (control, at: number, text: string) => {
      const character = WINDOWS[control.charCodeAt(0) - FIRST_OF_WINDOWS];
      if (character !== undefined && character !== ' ') return character;
      const line = text.slice(0, at).split('\n').length;
      return refuse(`line ${line} has a byte that is neither UTF-8 nor Windows-1252; save it as UTF-8`);
    });
}

function refuse(reason: string): never {
  throw new FileTextError(reason);
}
