import { methodName, methodTitle } from './payment-method';
import { CARD, PAYMENT_METHODS } from './payment-method';

describe('the names of payment methods', () => {
  it.each([...PAYMENT_METHODS.map(({ code }) => code), CARD])('exist in every language: %s', (code) => {
    for (const language of ['en', 'es', 'pt'] as const) {
      expect(methodName(code, language)).not.toBe('');
      expect(methodTitle(code, language)).toMatch(/^\p{Lu}/u);
    }
  });

  it.each([
    ['en', 'bank transfer'],
    ['es', 'transferencia bancaria'],
    ['pt', 'transferência bancária'],
  ] as const)('are translated: %s', (language, name) => {
    expect(methodName('ars_transfer', language)).toBe(name);
  });

  it.each(['gone_method', 'toString'])('are the code of a method that is not in the catalogue: %s', (code) => {
    expect(methodName(code, 'es')).toBe(code);
  });
});
