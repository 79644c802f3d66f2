/** The fields that hold an amount, a rate or a percentage, wherever they occur. */
const EXACT = new Set([
  'amount',
  'origin_amount',
  'destination_amount',
  'converted_amount',
  'payer_amount',
  'credited_amount',
  'min_amount',
  'max_amount',
  'amount_usd',
  'minimum_usd',
  'rate',
  'exchange_rate',
  'percentage',
  'collection',
  'conversion',
]);

/** What follows a key whose value is a number. */
const NUMBER_VALUE = /(\s*:\s*)(-?\d[\d.eE+-]*)/y;

/**
 * `JSON.parse`, but an amount that is written as a number comes out as its digits, as text: `1500.10` stays `1500.10`,
 * which no binary number can hold. Throws `SyntaxError`.
 */
export function parseExact(json: string): unknown {
  const plain: unknown = JSON.parse(json);
  const quoted = quoteAmounts(json);
  return quoted === json ? plain : JSON.parse(quoted);
}

/** Goes from one text of a valid JSON document to the next; a number belongs to the key right before it. */
function quoteAmounts(json: string): string {
  let quoted = '';
  let copied = 0;
  let start = json.indexOf('"');
  while (start !== -1) {
    const end = endOfText(json, start);
    NUMBER_VALUE.lastIndex = end;
    const [field, colon, digits] = EXACT.has(json.slice(start + 1, end - 1)) ? (NUMBER_VALUE.exec(json) ?? []) : [];
    if (field !== undefined) {
      quoted += `${json.slice(copied, end)}${colon}"${digits}"`;
      copied = end + field.length;
    }
    start = json.indexOf('"', Math.max(end, copied));
  }
  return quoted + json.slice(copied);
}

/** The index after the closing quote of the text that opens at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start; ;) {
    at = json.indexOf('"', at + 1);
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}
