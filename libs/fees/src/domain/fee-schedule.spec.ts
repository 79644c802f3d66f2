import { aCollectionSetting, aFeeSchedule } from '../testing/factories';
import { collectionSettingFor, NO_FEES } from './fee-schedule';

const general = aCollectionSetting({ percentage: '1', minimum: '100', maximum: '9000' });
const ofMethod = aCollectionSetting({ percentage: '2' });
const ofUsd = aCollectionSetting({ percentage: '3' });
const ofCards = aCollectionSetting({ percentage: '4' });
const schedule = aFeeSchedule({
  collection: general,
  methods: new Map([['ars_qr', ofMethod]]),
  usdCollection: ofUsd,
  cards: ofCards,
});

describe('the setting of a collection', () => {
  it.each`
    of                                       | channel                                                     | setting
    ${'a method without its own'}            | ${{ lane: 'local', byCard: false, method: 'brl_pix' }}      | ${general}
    ${'a payer who has not chosen a method'} | ${{ lane: 'local', byCard: false, method: null }}           | ${general}
    ${'a method with its own'}               | ${{ lane: 'local', byCard: false, method: 'ars_qr' }}       | ${ofMethod}
    ${'a collection in USD'}                 | ${{ lane: 'usd', byCard: false, method: 'usd_bank_debit' }} | ${ofUsd}
    ${'a card'}                              | ${{ lane: 'local', byCard: true, method: null }}            | ${ofCards}
    ${'a card in USD'}                       | ${{ lane: 'usd', byCard: true, method: null }}              | ${ofCards}
  `('is the right one for $of', ({ channel, setting }) => {
    expect(collectionSettingFor(schedule, channel)).toBe(setting);
  });

  it('of a method replaces the general one as a whole, bounds included', () => {
    expect(collectionSettingFor(schedule, { lane: 'local', byCard: false, method: 'ars_qr' }).minimum).toBeNull();
  });

  it('of a method precedes that of USD', () => {
    const own = aFeeSchedule({ usdCollection: ofUsd, methods: new Map([['usd_bank_debit', ofMethod]]) });
    expect(collectionSettingFor(own, { lane: 'usd', byCard: false, method: 'usd_bank_debit' })).toBe(ofMethod);
  });

  it('is the general one for cards when cards have none', () => {
    const without = aFeeSchedule({ collection: general });
    expect(collectionSettingFor(without, { lane: 'local', byCard: true, method: null })).toBe(general);
  });

  it.each([false, true])(
    'is the general one without its local bounds for USD without its own (by card: %s)',
    (byCard) => {
      const without = aFeeSchedule({ collection: general });
      expect(collectionSettingFor(without, { lane: 'usd', byCard, method: null })).toEqual({
        ...general,
        minimum: null,
        maximum: null,
      });
    },
  );

  it('of USD applies to cards in USD when cards have none', () => {
    const without = aFeeSchedule({ collection: general, usdCollection: ofUsd });
    expect(collectionSettingFor(without, { lane: 'usd', byCard: true, method: null })).toBe(ofUsd);
  });

  it('is free by default', () => {
    const setting = collectionSettingFor(NO_FEES, { lane: 'usd', byCard: false, method: null });
    expect([setting.percentage.toFixed(), setting.fixedUsd.toFixed()]).toEqual(['0', '0.00']);
  });
});
