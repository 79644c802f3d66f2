import i18next, { type TFunction } from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schemas } from '../api/client';
import { collectionLines, feeInWords, payoutLines } from './fee-lines';

const TEXTS = JSON.parse(readFileSync(join(__dirname, 'texts', 'en.json'), 'utf8')) as object;

let t: TFunction;
beforeAll(async () => {
  t = await i18next.init({
    lng: 'en',
    fallbackLng: false,
    defaultNS: 'account',
    interpolation: { escapeValue: false },
    resources: { en: { account: TEXTS } },
  });
});

const GENERAL = { percentage: '2.9', fixed_usd: '0.30', minimum: '100', maximum: null };
const FEES: Schemas['FeeConfiguration'] = {
  payout: { percentage: '1', fixed: '0', minimum: '100', maximum: '5000', currency: 'ARS' },
  instant_payout: { percentage: '0' },
  outflow_tax: { percentage: '0.6' },
  collection: GENERAL,
  methods: { ars_qr: { percentage: '0.8', fixed_usd: '0', minimum: null, maximum: null } },
  usd_collection: null,
  cards: null,
  conversion: { percentage: '1' },
};

describe('feeInWords', () => {
  it.each([
    [{ percentage: '2.9', fixed: { value: '0.30', currency: 'USD' } }, '2.9% plus 0.30 USD'],
    [{ percentage: '0', fixed: { value: '0.30', currency: 'USD' } }, '0.30 USD'],
    [{ percentage: '1', minimum: '100', maximum: '5000', currency: 'ARS' }, '1%, at least 100 ARS, at most 5,000 ARS'],
    [{ percentage: '0', fixed: { value: '0.00', currency: 'USD' } }, 'No fee'],
    [{ percentage: '0', minimum: '100', currency: 'ARS' }, 'at least 100 ARS'],
  ])('writes %j as %s', (parts, words) => {
    expect(feeInWords(parts, t, 'en')).toBe(words);
  });
});

describe('collectionLines', () => {
  it('lists the general fee and those of single methods', () => {
    expect(collectionLines(FEES, t, 'en').slice(0, 2)).toEqual([
      { of: 'collection', words: '2.9% plus 0.30 USD, at least 100 ARS' },
      { of: 'ars_qr', isMethod: true, words: '0.8%' },
    ]);
  });

  it('applies the general fee to US dollars without its bounds', () => {
    expect(collectionLines(FEES, t, 'en')).toContainEqual({ of: 'usdCollection', words: '2.9% plus 0.30 USD' });
  });
});

describe('payoutLines', () => {
  it('lists the fee in the currency of the local wallet, and the tax', () => {
    expect(payoutLines(FEES, t, 'en').map(({ words }) => words)).toEqual([
      '1%, at least 100 ARS, at most 5,000 ARS',
      'No fee',
      '0.6%',
      '1%',
    ]);
  });
});
