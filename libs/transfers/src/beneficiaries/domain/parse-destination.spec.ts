import { ValidationError } from '@app/kernel';
import { parseDestination, type DestinationInput } from './parse-destination';

const CUIT = { type: 'cuit', number: '20-05536168-2' };
const BANK = { name: 'Banco', cbu: '2850590940090418135201' };

function rejected(input: DestinationInput, options?: Parameters<typeof parseDestination>[1]): string[] {
  try {
    parseDestination(input, options);
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
  }
  throw new Error('it was accepted');
}

describe('parseDestination', () => {
  it('returns the currency of the bank’s country with the normalised values', () => {
    expect(parseDestination({ bankCountry: 'AR', bank: BANK, document: CUIT })).toEqual({
      bankCountry: 'AR',
      currency: 'ARS',
      bank: BANK,
      document: { type: 'cuit', number: '20055361682' },
    });
  });

  it('names everything that is rejected', () => {
    expect(rejected({ bankCountry: 'AR', bank: {}, document: { type: 'cuit', number: '1' } })).toEqual([
      'bank.name',
      'bank.cbu',
      'document.number',
    ]);
  });

  it.each(['PE', 'ar', '', 'ARG', 'constructor', '__proto__'])(
    'rejects the country %j, naming its field',
    (bankCountry) => {
      expect(rejected({ bankCountry, bank: BANK, document: CUIT })).toEqual(['bank_country']);
      expect(rejected({ bankCountry, bank: BANK, document: CUIT }, { bankCountryField: 'country' })).toEqual([
        'country',
      ]);
    },
  );
});
