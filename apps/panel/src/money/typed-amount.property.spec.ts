import { currencies, digitsOf } from '@app/currencies';
import fc from 'fast-check';
import { formatAmount } from './amounts';
import { amountText, parseAmount } from './typed-amount';

const language = fc.constantFrom('en', 'es', 'pt');
const currency = fc.constantFrom(...currencies());

/** A currency with an amount that has exactly its digits, as the API writes it. */
const money = currency.chain((code) =>
  fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.bigInt({ min: 1n, max: 10n ** 16n })).map((units) => {
    const digits = digitsOf(code);
    const text = units.toString().padStart(digits + 1, '0');
    const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
    return { code, amount: digits === 0 ? whole : `${whole}.${fraction}` };
  }),
);

it('reads the amount that the panel shows as the same amount, in every language and currency, with the code or without', () => {
  fc.assert(
    fc.property(money, language, ({ code, amount }, locale) => {
      const shown = [formatAmount(amount, code, locale), amountText(amount, code, locale)];
      expect(shown.map((text) => parseAmount(text, code, locale))).toEqual([{ value: amount }, { value: amount }]);
    }),
  );
});

it('reads an amount of one language as the same amount in another, or rejects it', () => {
  fc.assert(
    fc.property(money, language, language, ({ code, amount }, writer, reader) => {
      const result = parseAmount(formatAmount(amount, code, writer), code, reader);
      if ('value' in result) expect(result.value).toBe(amount);
      else expect(result.problem).toBe('ambiguous');
    }),
  );
});

it('has the right amount among the readings when it rejects one as ambiguous', () => {
  fc.assert(
    fc.property(money, language, language, ({ code, amount }, writer, reader) => {
      const result = parseAmount(formatAmount(amount, code, writer), code, reader);
      if ('problem' in result) expect(result.readings).toContain(amount);
    }),
  );
});

it('never reads digits and separators as two amounts of different magnitude in two languages', () => {
  const separators = fc.constantFrom('.', ',', ' ', "'", '\u00a0', '\u202f', '');
  const pieces = fc.array(fc.tuple(fc.stringMatching(/^\d{1,4}$/), separators), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pieces, currency, (typed, code) => {
      const text = typed.map((piece) => piece.join('')).join('');
      const values = ['en', 'es', 'pt'].map((locale) => parseAmount(text, code, locale));
      const read = new Set(values.flatMap((result) => ('value' in result ? [result.value] : [])));
      expect(read.size).toBeLessThan(2);
    }),
  );
});
