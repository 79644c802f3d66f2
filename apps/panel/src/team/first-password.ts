/** Without characters that people confuse when one of them reads the password aloud. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

export const SHORTEST_PASSWORD = 10;

/** A random password that is easy to read aloud: `k7fq2-m9xwd-p4hs8-2vbnc`. */
export function firstPassword(): string {
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('')).join('-');
}

/** All characters are equally likely: bytes that would favour the first ones are discarded. */
function randomCharacter(): string {
  const fair = 256 - (256 % CHARACTERS.length);
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return CHARACTERS.charAt(byte % CHARACTERS.length);
  }
}
