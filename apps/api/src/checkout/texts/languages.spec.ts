import { PAYMENT_METHODS } from '@app/payment-links';
import { anOrder } from '../testing/fakes';
import { LANGUAGES, railText } from './languages';

/** Names that are the same in every language. */
const NAMES = ['CVU', 'Alias', 'CLABE'];

describe('the languages of the checkout', () => {
  it.each(['es', 'pt'] as const)('%s has a word for whatever the sandbox tells a payer', async (language) => {
    const texts = LANGUAGES[language];
    const untranslated = new Set<string>();
    for (const { code, minAmount } of PAYMENT_METHODS) {
      const { instructions } = await anOrder(code, minAmount.toFixed());
      for (const { label, value, kind } of instructions) {
        if (!Object.hasOwn(texts.rail, label) && !NAMES.includes(label)) untranslated.add(label);
        if (kind === 'text' && value.includes('sandbox') && !Object.hasOwn(texts.rail, value)) untranslated.add(value);
      }
    }
    expect([...untranslated]).toEqual([]);
  });

  it('shows the words of an unknown rail as they are', () => {
    expect(railText('Sort code', LANGUAGES.es)).toBe('Sort code');
    expect(railText('constructor', LANGUAGES.es)).toBe('constructor');
  });
});
