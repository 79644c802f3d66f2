import { Money, toCurrency } from '@app/kernel';
import { aProvider, collecting, registryOf } from '@app/rails/testing';
import { CARD } from '../domain/payment-method';
import { ServedMethods } from './served-methods';

const served = (methods: readonly string[], ...largest: Money[]) =>
  new ServedMethods(registryOf(aProvider({ capabilities: collecting(methods, largest) })).routes);

const limits = (methods: ServedMethods) =>
  methods.list().map(({ code, maxAmount }) => `${code} ${maxAmount.toString()}`);

describe('the methods that a provider serves (rule 3.26)', () => {
  it('have the lower one of their own limit and that of their provider, in their currency', () => {
    const largest = [Money.of('600', 'BRL'), Money.of('9999999999', 'CLP')];
    expect(limits(served(['clp_khipu', 'brl_pix', 'bob_qr'], ...largest))).toEqual([
      'brl_pix 600.00 BRL',
      'clp_khipu 5000000 CLP',
      'bob_qr 1000000.00 BOB',
    ]);
  });

  it('are no others, and those of a currency by themselves', () => {
    const both = served(['brl_pix', 'cop_pse']);
    expect(both.in(toCurrency('COP')).map(({ code }) => code)).toEqual(['cop_pse']);
    expect(both.in(toCurrency('ARS'))).toEqual([]);
  });

  it('have a largest amount of a card in each currency in which its provider has one', () => {
    const cards = served([CARD], Money.of('999999.99', 'USD'));
    expect(cards.largestByCard(toCurrency('USD'))?.toString()).toBe('999999.99 USD');
    expect(cards.largestByCard(toCurrency('COP'))).toBeUndefined();
    expect(served(['brl_pix']).largestByCard(toCurrency('USD'))).toBeUndefined();
  });
});
