import { Money } from '@app/kernel';
import { Balances, isVisibleToMerchant, LANES } from './wallet';

const ars = (amount: string) => Money.of(amount, 'ARS');

it('a merchant sees the local and the USD wallet, and no internal one', () => {
  expect(LANES.filter((lane) => isVisibleToMerchant({ lane }))).toEqual(['local', 'usd']);
});

describe('the balances of a wallet', () => {
  const balances = new Balances(ars('100'), ars('30'));

  it('have as available what is not reserved', () => {
    expect(balances.available).toEqual(ars('70'));
  });

  it('keep the balance when money is held', () => {
    expect(balances.held(ars('10'))).toEqual(new Balances(ars('100'), ars('40')));
  });

  it('keep what is reserved when a posting changes the balance', () => {
    expect(balances.posted(ars('-100'))).toEqual(new Balances(ars('0'), ars('30')));
  });

  it('cannot give back more than is reserved', () => {
    expect(() => balances.unheld(ars('30.01'))).toThrow(RangeError);
  });

  it('may have less than nothing available', () => {
    expect(balances.posted(ars('-80')).available).toEqual(ars('-10'));
  });
});
