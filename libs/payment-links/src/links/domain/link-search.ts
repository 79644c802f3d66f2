import { isUuid } from '@app/kernel';

const NOTHING = '00000000-0000-0000-0000-000000000000';
const EVERYTHING = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The first group of an id. Fewer digits would find the links of whole days. */
const LEAST_DIGITS = 8;

/** The least and the greatest id that begin with the text; undefined for one that is not the beginning of an id. */
export function idsBeginningWith(text: string): { least: string; greatest: string } | undefined {
  const given = text.trim().toLowerCase();
  if (given.length < LEAST_DIGITS || given.length > NOTHING.length) return undefined;
  const least = `${given}${NOTHING.slice(given.length)}`;
  return isUuid(least) ? { least, greatest: `${given}${EVERYTHING.slice(given.length)}` } : undefined;
}
