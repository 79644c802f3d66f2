import { decimal, Money, toCurrency } from '@app/kernel';
import type { Posting } from '@app/ledger';
import { aDebitOrder, aLink, anOrder, convertedTerms, theTerms } from '../../testing';
import {
  exceptionClearedEntry,
  exceptionEntry,
  collectionEntry,
  exceptionCreditEntry,
  returnEntry,
} from './collection-entry';
import { afterReturn } from '../domain/payment-return';
import { creditedPayment } from './received-payment-records';

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

  it('has one key per order, however often it is created', () => {
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

  it('in USD shows the merchant the full amount, and takes the fee in a hidden posting', () => {
    const USD = toCurrency('USD');
    const terms = theTerms({
      declared: Money.of('50', USD),
      payerCurrency: USD,
      walletCurrency: USD,
      setting: { percentage: decimal('1'), fixedUsd: Money.zero(USD), minimum: null, maximum: null },
    });
    const link = aLink({ currency: USD, currencyDestiny: USD });
    const entry = collectionEntry(link, anOrder({ linkId: link.id, terms }), AT);
    expect(entry.walletPostings().map((posting) => [shown(posting), posting.visible])).toEqual([
      ['payment 50.00 USD', true],
      ['fee -0.50 USD', false],
    ]);
  });

  it('leaves out zero amounts', () => {
    const free = { percentage: decimal('0'), fixedUsd: Money.zero('USD'), minimum: null, maximum: null };
    expect(postingsOf(theTerms({ setting: free, payerCurrency: ARS }))).toEqual([
      'rail_clearing -15000.00 ARS',
      'payment 15000.00 ARS',
    ]);
  });
});

describe('the entry of a return', () => {
  const link = aLink({ currency: toCurrency('USD'), currencyDestiny: toCurrency('USD') });
  const order = aDebitOrder({ linkId: link.id });

  const returned = (amount: string | null) => {
    const paid = creditedPayment(link, order, AT);
    const named = amount === null ? null : Money.of(amount, 'USD');
    return returnEntry(afterReturn(paid, { gone: [], open: [] }, named, AT).payment, AT)!;
  };

  it('shows the merchant the full amount that leaves, and refunds the fee in a hidden posting', () => {
    const entry = returned(null);
    expect(entry.walletPostings().map((posting) => [shown(posting), posting.visible])).toEqual([
      ['return -50.00 USD', true],
      ['fee_refund 0.50 USD', false],
    ]);
    expect(entry.postings.filter(({ side }) => side === 'platform').map(shown)).toEqual([
      'rail_clearing 50.00 USD',
      'collection_fee_income -0.50 USD',
    ]);
  });

  it('of less than was collected takes what came back, and gives back its share of the fee, rounded up (rule 17.22)', () => {
    expect(returned('33.33').postings.map(shown)).toEqual([
      'rail_clearing 33.33 USD',
      'return -33.33 USD',
      'fee_refund 0.34 USD',
      'collection_fee_income -0.34 USD',
    ]);
  });

  it('has one key per order, which differs from that of its collection', () => {
    expect(returned(null)).toMatchObject({
      kind: 'collection_return',
      idempotencyKey: `collection-return:${order.id}`,
      occurredAt: AT,
      reference: { type: 'payment_link', id: link.id },
    });
  });
});

describe('the entries of money that waits for staff', () => {
  const about = { type: 'payment_link', id: 'l1' };
  const paid = Money.of('12.34', 'BRL');

  it('takes it from the rail, and keeps it unallocated', () => {
    const entry = exceptionEntry('e1', paid, about, AT);
    expect(entry.postings.map(shown)).toEqual(['rail_clearing -12.34 BRL', 'unallocated_receipts 12.34 BRL']);
    expect(entry).toMatchObject({ kind: 'payment_exception', idempotencyKey: 'exception:e1', reference: about });
  });

  it('can be about an unknown order', () => {
    expect(exceptionEntry('e1', paid, null, AT).reference).toBeNull();
  });

  it.each(['payment_exception_refund', 'payment_exception_match'] as const)('undoes that exactly with %s', (kind) => {
    const entry = exceptionClearedEntry(kind, 'e1', paid, about, AT);
    expect(entry.postings.map(shown)).toEqual(['unallocated_receipts -12.34 BRL', 'rail_clearing 12.34 BRL']);
    expect(entry).toMatchObject({ kind, idempotencyKey: 'exception-cleared:e1', reference: about });
  });

  it('credits a wallet as a collection does, with the money from the account where it waited', () => {
    const terms = convertedTerms();
    const credit = exceptionCreditEntry('e1', 'w1', terms, about, AT).postings.map(shown);
    const collection = collectionEntry(aLink({ walletId: 'w1' }), anOrder({ linkId: 'l1', terms }), AT);
    expect(credit).toEqual(
      collection.postings.map(shown).map((posting) => posting.replace('rail_clearing', 'unallocated_receipts')),
    );
  });

  it('is cleared once, whatever clears it', () => {
    const credit = exceptionCreditEntry('e1', 'w1', theTerms(), about, AT);
    const refund = exceptionClearedEntry('payment_exception_refund', 'e1', paid, about, AT);
    expect(credit.idempotencyKey).toBe(refund.idempotencyKey);
  });

  it('credits dollars that are converted into another wallet as one movement, net', () => {
    const terms = theTerms({
      declared: Money.of('10', 'USD'),
      payerCurrency: toCurrency('USD'),
      rate: decimal('1000'),
      amountType: 'charge',
    });
    expect(exceptionCreditEntry('e1', 'w1', terms, about, AT).walletPostings('w1').map(shown)).toEqual([
      `payment ${terms.credited.toString()}`,
    ]);
  });
});
