import type { ApiError } from './api-error';

/** The key of the text for a reason of the API, below `reason` in the texts of `api`, with the values for the text. */
interface Reason {
  key: string;
  facts: Readonly<Record<string, string>>;
}

/** The sentences of the API about fields, without "The <field>" and the full stop, with the keys of their texts. */
const TEXTS: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^is required\b/, 'required'],
  [/^must (not be null|be text|be an object)$/, 'required'],
  [/^must have (?<least>\d+) to (?<most>\d+) characters$/, 'length'],
  [/^must not be made of invisible characters only$/, 'invisible'],
  [/^may be a CPF or a mobile number\b/, 'cpfOrMobile'],
  [/^may have at most (?<most>\d+) characters$/, 'longest'],
  [/^must be an e-mail address$/, 'email'],
  [/^A user with this e-mail already exists$/, 'emailTaken'],
  [/^must be a number, or text of digits/, 'number'],
  [/^must be greater than zero$/, 'positive'],
  [/^must be at most (?<most>[\d.]+)$/, 'largest'],
  [/^is less than the fees of (?<amount>[\d.]+) (?<currency>[A-Z]{3})$/, 'belowFees'],
  [
    /^is too large: the payer would pay (?<pays>[\d.]+) (?<payer>[A-Z]{3}), more than the limit of (?<amount>[\d.]+) (?<currency>[A-Z]{3})$/,
    'aboveLimit',
  ],
  [/^is not accepted by the payment provider: (?<amount>[\d.]+) (?<currency>[A-Z]{3})$/, 'amountNotAccepted'],
  [/^has more decimals than (?<currency>[A-Z]{3}) has/, 'decimals'],
  [/^must be (?<currency>[A-Z]{3}): what is paid in (?<payer>[A-Z]{3}) is credited in it$/, 'wallet'],
  [/^must be (one of|among|a list of at least one of|a code of three letters|true or false|a UUID)\b/, 'choice'],
  [/^must be a list of at most \d+ origins\b/, 'origins'],
  [/^must be a whole number from (?<least>\d+) to (?<most>\d+)$/, 'whole'],
  [/^must be (a day such as|null or an ISO 8601 date)/, 'day'],
  [/^must be in the future$/, 'future'],
  [/^must not be before the start_date$/, 'period'],
  [/^must be the next_cursor of another page$/, 'page'],
  [/^must be an http or https address$/, 'address'],
  [/^must be an https address$/, 'https'],
  [/^must not contain credentials$/, 'credentials'],
  [/^must not lead to a private, local or reserved address$/, 'private'],
  [/^is one of the most common ones; choose another$/, 'commonPassword'],
  [/^current password is wrong$/, 'currentPassword'],
  [/^is wrong, or was used before$/, 'code'],
  [/^link was used, has expired, or is wrong\b/, 'resetLink'],
  [/^has expired: move its expires_at as well$/, 'keyExpired'],
  [/^must be the current one\b/, 'terms'],
  [/^An account may have at most (?<most>\d+) (API keys|webhook endpoints)$/, 'full'],
  [/^(There is nothing to confirm\b|A second factor is on already\b|No second factor is on$)/, 'outdated'],
];

/** The text for a sentence of the API about a field; undefined for a sentence that has no text. */
export function reasonOf(sentence: string): Reason | undefined {
  const bare = sentence.replace(/^The (\w+ (?=(is|must|may|has) ))?|\.$/g, '');
  for (const [pattern, key] of TEXTS) {
    const found = pattern.exec(bare);
    if (found) return { key, facts: { ...found.groups } };
  }
  return undefined;
}

/** Every reason of an error with its field; the field is empty when the error is about the request as a whole. */
export function reasonsOf({ code, message, errors }: ApiError): { field: string; sentence: string }[] {
  const named = Object.entries(errors).flatMap(([field, texts]) => texts.map((sentence) => ({ field, sentence })));
  if (named.length > 0 || code !== 'VALIDATION_FAILED') return named;
  return reasonOf(message) ? [{ field: '', sentence: message }] : [];
}
