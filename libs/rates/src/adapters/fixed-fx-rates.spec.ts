import { fxRatesContract } from '../testing/fx-rates.contract';
import { FixedFxRates } from './fixed-fx-rates';

describe('the built-in table of rates', () => {
  fxRatesContract(async () => new FixedFxRates());

  it('has a rate for each currency in which a link can be created', async () => {
    const quoted = (await new FixedFxRates().fetch()).map((rate) => `${rate.quote} ${rate.value}`);
    expect(quoted).toEqual(['ARS 1000', 'BRL 5', 'COP 4000', 'CLP 950', 'MXN 18', 'BOB 6.9']);
  });
});
