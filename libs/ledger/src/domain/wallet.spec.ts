import { Money } from '@app/kernel';
import { Balances, isVisibleToMerchant, LANES } from './wallet';

const ars = (amount: string) => Money.of(amount, 'ARS');

it('a merchant sees the local and the USD wallet, and no internal one', () => {
  expect(LANES.filter((lane) => isVisibleToMerchant({ lane }))).toEqual(['local', 'usd']);
});

describe("a wallet's balances", () => {
  const balances = new Balances(ars('100'), ars('30'));

  it('have available what is not reserved', () => {
    expect(balances.available).toEqual(ars('70'));
  });

  it('keep the balance when a hold is placed', () => {
    expect(balances.withHold(ars('10'))).toEqual(new Balances(ars('100'), ars('40')));
  });

  it('keep the reserve when a posting changes the balance', () => {
    expect(balances.withPosting(ars('-100'))).toEqual(new Balances(ars('0'), ars('30')));
  });

  it('cannot release more than is reserved', () => {
    expect(() => balances.withoutHold(ars('30.01'))).toThrow(RangeError);
  });

  it('may have a negative available balance', () => {
    expect(balances.withPosting(ars('-80')).available).toEqual(ars('-10'));
  });
});
