import { Money, newId } from '@app/kernel';
import { PAYMENT_METHODS, type Instruction } from '@app/payment-links';
import { SandboxCardPlatform } from '@app/providers';
import { anOrder } from '../testing/fakes';
import { LANGUAGES, railText } from './languages';

/** Labels that are the same in every language. */
const NAMES = ['CVU', 'Alias', 'CLABE'];

async function cardInstructions(): Promise<readonly Instruction[]> {
  const request = { linkId: newId(), amount: Money.of('15000', 'ARS'), description: 'Order 1001' };
  const { signal } = new AbortController();
  return (await new SandboxCardPlatform([Buffer.alloc(32)], false).openSession(request, signal)).instructions;
}

describe('the languages of the checkout', () => {
  it.each(['es', 'pt'] as const)('%s translates every text that the sandbox rail shows', async (language) => {
    const texts = LANGUAGES[language];
    const untranslated = new Set<string>();
    const orders = PAYMENT_METHODS.map(async ({ code, minAmount }) => anOrder(code, minAmount.toFixed()));
    for (const { instructions } of [...(await Promise.all(orders)), { instructions: await cardInstructions() }]) {
      for (const { label, value, kind } of instructions) {
        if (!Object.hasOwn(texts.rail, label) && !NAMES.includes(label)) untranslated.add(label);
        if (kind === 'text' && value.includes('sandbox') && !Object.hasOwn(texts.rail, value)) untranslated.add(value);
      }
    }
    expect([...untranslated]).toEqual([]);
  });

  it('leaves texts of unknown rails unchanged', () => {
    expect(railText('Sort code', LANGUAGES.es)).toBe('Sort code');
    expect(railText('constructor', LANGUAGES.es)).toBe('constructor');
  });
});
