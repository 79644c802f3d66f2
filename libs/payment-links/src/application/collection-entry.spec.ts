import { decimal, Money, toCurrency } from '@app/kernel';
import type { Posting } from '@app/ledger';
import { aLink, anOrder, convertedTerms, theTerms } from '../testing';
import { collectionEntry } from './collection-entry';

const AT = new Date('2030-01-01T12:00:00.000Z');
const BRL = toCurrency('BRL');
const ARS = toCurrency('ARS');

const shown = (posting: Posting) =>
  `${posting.side === 'platform' ? posting.account : posting.movementType} ${posting.amount.toString()}`;

function postingsOf(terms = theTerms()): string[] {
  const link = aLink({ currency: terms.payerAmount.currency });
  return collectionEntry(link, anOrder({ linkId: link.id, terms }), AT).postings.map(shown);
}

const charge = { amountType: 'charge', declared: Money.of('500', 'BRL') } as const;
const receive = { amountType: 'receive', declared: Money.of('100000', 'ARS') } as const;
const inBrl = { payerCurrency: BRL, rate: decimal('200') };

describe('the entry of a collection', () => {
  it.each`
    what                                      | terms                                                        | paid              | credited       | fee          | conversion
    ${'15000 ARS'}                            | ${theTerms()}                                                | ${'15000.00 ARS'} | ${'14265.00'}  | ${'735.00'}  | ${null}
    ${'15000 ARS, payer bears the fee'}       | ${theTerms({ customerPaysFee: true })}                       | ${'15735.00 ARS'} | ${'15000.00'}  | ${'735.00'}  | ${null}
    ${'500 BRL charged'}                      | ${theTerms({ ...inBrl, ...charge })}                         | ${'500.00 BRL'}   | ${'95800.00'}  | ${'3200.00'} | ${'1000.00'}
    ${'500 BRL charged, payer bears the fee'} | ${theTerms({ ...inBrl, ...charge, customerPaysFee: true })}  | ${'516.00 BRL'}   | ${'99000.00'}  | ${'3200.00'} | ${'1000.00'}
    ${'100000 ARS received, paid in BRL'}     | ${theTerms({ ...inBrl, ...receive })}                        | ${'505.00 BRL'}   | ${'96800.00'}  | ${'3200.00'} | ${'1000.00'}
    ${'the same, payer bears the fee'}        | ${theTerms({ ...inBrl, ...receive, customerPaysFee: true })} | ${'521.00 BRL'}   | ${'100000.00'} | ${'3200.00'} | ${'1000.00'}
  `('of $what: paid $paid, credited $credited, fee $fee, conversion $conversion', (row) => {
    const { terms, paid, credited, fee, conversion } = row;
    const given = decimal(credited)
      .plus(decimal(fee))
      .plus(decimal(conversion ?? '0'))
      .toFixed(2);
    expect(postingsOf(terms)).toEqual([
      `rail_clearing -${paid}`,
      `payment ${credited} ARS`,
      `collection_fee_income ${fee} ARS`,
      ...(conversion === null
        ? []
        : [`conversion_fee_income ${conversion} ARS`, `exchange_position ${paid}`, `exchange_position -${given} ARS`]),
    ]);
  });

  it('is one for an order, however often it is made', () => {
    const link = aLink();
    const order = anOrder({ linkId: link.id });
    const [one, again] = [collectionEntry(link, order, AT), collectionEntry(link, order, AT)];
    expect(one.idempotencyKey).toBe(`collection:${order.id}`);
    expect(again.idempotencyKey).toBe(one.idempotencyKey);
  });

  it.each(['payment_link', 'card_payment_link'] as const)('is about its %s', (kind) => {
    const link = aLink({ kind });
    const entry = collectionEntry(link, anOrder({ linkId: link.id }), AT);
    expect(entry).toMatchObject({ kind: 'collection', reference: { type: kind, id: link.id }, occurredAt: AT });
    expect(entry.walletIds).toEqual([link.walletId]);
  });

  it('shows the merchant one movement for a local currency', () => {
    const link = aLink();
    const entry = collectionEntry(link, anOrder({ linkId: link.id, terms: convertedTerms() }), AT);
    expect(entry.walletPostings().map(({ visible }) => visible)).toEqual([true]);
  });

  it('in USD shows the merchant all that arrived, and takes the fee out of sight', () => {
    const USD = toCurrency('USD');
    const terms = theTerms({
      ...{ declared: Money.of('50', USD), payerCurrency: USD, walletCurrency: USD },
      setting: { percentage: decimal('1'), fixedUsd: Money.zero(USD), minimum: null, maximum: null },
    });
    const link = aLink({ currency: USD, currencyDestiny: USD });
    const entry = collectionEntry(link, anOrder({ linkId: link.id, terms }), AT);
    expect(entry.walletPostings().map((posting) => [shown(posting), posting.visible])).toEqual([
      ['payment 50.00 USD', true],
      ['fee -0.50 USD', false],
    ]);
  });

  it('leaves out what is nothing', () => {
    const free = { percentage: decimal('0'), fixedUsd: Money.zero('USD'), minimum: null, maximum: null };
    expect(postingsOf(theTerms({ setting: free, payerCurrency: ARS }))).toEqual([
      'rail_clearing -15000.00 ARS',
      'payment 15000.00 ARS',
    ]);
  });
});
