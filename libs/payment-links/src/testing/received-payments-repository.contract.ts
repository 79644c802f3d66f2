import { Money, newId } from '@app/kernel';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { ReturnedPayment } from '../settlement/domain/payment-return';
import type { FeeReceipt, ReceivedPayment } from '../settlement/domain/received-payment';
import { aDebitOrder, anException, aReceivedPayment, convertedTerms, theTerms } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

const AT = new Date('2030-01-01T12:00:00.123Z');
const LATER = new Date('2030-01-03T09:30:00.456Z');
const RECEIPT: FeeReceipt = { number: 'FR-00000001', amount: Money.of('16', 'BRL'), issuedAt: AT };

/** What every adapter of the port must do. */
export function receivedPaymentsRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const { write, withdraw, returnPayments, takeNumbers } = {
    write: (...payments: ReceivedPayment[]) => subject().uow.run((tx) => subject().payments.write(tx, payments)),
    withdraw: (...orderIds: string[]) => subject().uow.run((tx) => subject().payments.withdraw(tx, orderIds)),
    returnPayments: (...orderIds: string[]) =>
      subject().uow.run(async (tx) => {
        const locked = await subject().payments.lockReturnable(tx, { orderIds, exceptionIds: [] });
        await subject().payments.saveReturns(tx, locked.map(returned));
      }),
    takeNumbers: (counts: Record<string, number>) =>
      subject().uow.run((tx) => subject().payments.takeReceiptNumbers(tx, new Map(Object.entries(counts)))),
  };
  const stored = ({ linkId }: ReceivedPayment) => subject().receivedPayment(linkId);

  /** A credited payment of a new link, not yet written. */
  async function aPaymentOfNewLink(changes: Partial<ReceivedPayment> = {}): Promise<ReceivedPayment> {
    const { link, order } = await givenOrder(subject());
    return aReceivedPayment(link, order, { createdAt: AT, creditedAt: AT, ...changes });
  }

  const returned = (payment: ReceivedPayment): ReturnedPayment => {
    const { payerAmount: amount, gross: walletAmount, collectionFee: fees } = payment.terms;
    return { ...payment, status: 'returned', returnedAt: LATER, returned: { amount, walletAmount, fees } };
  };

  const underway = () => aPaymentOfNewLink({ status: 'in_process', creditedAt: null });

  /** The same payment once the rail has settled it. */
  const credited = (payment: ReceivedPayment): ReceivedPayment => ({
    ...payment,
    id: newId(),
    status: 'credited',
    createdAt: LATER,
    creditedAt: LATER,
  });

  describe('writing', () => {
    it.each`
      what                     | changes
      ${'in one currency'}     | ${{ terms: theTerms() }}
      ${'that was converted'}  | ${{ terms: convertedTerms() }}
      ${'with the fee on top'} | ${{ terms: theTerms({ customerPaysFee: true }), feeReceipt: RECEIPT }}
      ${'of a USD debit'}      | ${{ terms: aDebitOrder({ linkId: '' }).terms, method: 'usd_bank_debit' }}
      ${'by card'}             | ${{ kind: 'card_payment_link', method: 'card' }}
      ${'that is underway'}    | ${{ status: 'in_process', creditedAt: null }}
    `('keeps every component of a payment $what', async ({ changes }) => {
      const payment = await aPaymentOfNewLink(changes);
      await write(payment);
      expect(await stored(payment)).toEqual(payment);
    });

    it('keeps many payments at once', async () => {
      const payments = [
        await aPaymentOfNewLink(),
        await aPaymentOfNewLink({ terms: convertedTerms() }),
        await underway(),
      ];
      await write(...payments);
      expect(await Promise.all(payments.map(stored))).toEqual(payments);
    });

    it('accepts one payment for a link, whatever its order', async () => {
      const payment = await aPaymentOfNewLink();
      const other = await aPaymentOfNewLink({ linkId: payment.linkId });
      await write(payment);
      await expect(write(other)).rejects.toThrow();
      expect(await stored(payment)).toEqual(payment);
    });

    it('turns the payment in process into the credited payment, which keeps its id and its date', async () => {
      const payment = await underway();
      await write(payment);
      const payer = { name: 'ANA M GARCIA', email: 'ana@bank.example', document: '123' };
      await write({ ...credited(payment), payer, feeReceipt: RECEIPT });
      expect(await stored(payment)).toEqual({
        ...payment,
        status: 'credited',
        creditedAt: LATER,
        payer,
        feeReceipt: RECEIPT,
      });
    });

    it('credits with the figures of what was paid, which may differ from those confirmed', async () => {
      const payment = await aPaymentOfNewLink({ status: 'in_process', creditedAt: null, terms: theTerms() });
      await write(payment);
      const terms = theTerms({ declared: Money.of('14000', 'ARS'), customerPaysFee: true });
      await write({ ...credited(payment), terms });
      expect((await stored(payment))?.terms).toEqual(terms);
    });

    it('credits with the currency and the rates of what was paid, which may differ as well', async () => {
      const payment = await aPaymentOfNewLink({ status: 'in_process', creditedAt: null, terms: theTerms() });
      await write(payment);
      await write({ ...credited(payment), terms: convertedTerms() });
      expect((await stored(payment))?.terms).toEqual(convertedTerms());
    });

    it('turns some into credited ones and adds others in one call', async () => {
      const [debit, local] = [await underway(), await aPaymentOfNewLink()];
      await write(debit);
      await write(credited(debit), local);
      expect([(await stored(debit))?.status, (await stored(local))?.status]).toEqual(['credited', 'credited']);
    });

    it.each(['credited', 'returned'] as const)('does not credit again what is %s', async (status) => {
      const payment = await aPaymentOfNewLink();
      await write(payment);
      if (status === 'returned') await returnPayments(payment.orderId);
      const before = await stored(payment);
      await expect(write(credited(payment))).rejects.toThrow();
      expect(await stored(payment)).toEqual(before);
    });
  });

  describe('what staff credit in addition to the link’s own payment', () => {
    async function withException() {
      const own = await aPaymentOfNewLink();
      const exception: PaymentException = anException({ linkId: own.linkId, orderId: own.orderId });
      await subject().addException(exception);
      const [terms, nothing] = [convertedTerms(), Money.zero('BRL')];
      const beyond = { ...own, id: newId(), exceptionId: exception.id, terms, refunded: nothing, disputed: nothing };
      return { own, beyond };
    }

    it('is stored beside it, for the same link and order', async () => {
      const { own, beyond } = await withException();
      await write(own);
      await write(beyond);
      expect(await stored(own)).toEqual(own);
      expect(await subject().paymentOfException(beyond.exceptionId)).toEqual(beyond);
    });

    it('can be stored before it, and does not prevent it', async () => {
      const { own, beyond } = await withException();
      await write(beyond);
      await write(own);
      expect(await stored(own)).toEqual(own);
    });

    it('is stored once for an exception', async () => {
      const { beyond } = await withException();
      await write(beyond);
      const again = await aPaymentOfNewLink({ exceptionId: beyond.exceptionId });
      await expect(write(again)).rejects.toThrow();
    });

    it('is neither returned nor deleted with it', async () => {
      const { own, beyond } = await withException();
      await write(own);
      await write(beyond);
      await returnPayments(own.orderId);
      await withdraw(own.orderId);
      expect(await subject().paymentOfException(beyond.exceptionId)).toEqual(beyond);
    });
  });

  describe('withdrawing', () => {
    it('deletes what was in process, so that the link can be paid by another order', async () => {
      const payment = await underway();
      await write(payment);
      await withdraw(payment.orderId);
      expect(await stored(payment)).toBeUndefined();
      await write(await aPaymentOfNewLink({ linkId: payment.linkId }));
    });

    it('does not change what has been credited, what is of other orders, and what never existed', async () => {
      const [payment, other] = [await aPaymentOfNewLink(), await underway()];
      await write(payment, other);
      await withdraw(payment.orderId, newId());
      expect([await stored(payment), await stored(other)]).toEqual([payment, other]);
    });
  });

  describe('returning', () => {
    it('writes what was returned of credited payments', async () => {
      const [one, two] = [await aPaymentOfNewLink(), await aPaymentOfNewLink({ creditedAt: LATER })];
      await write(one, two);
      await returnPayments(one.orderId, two.orderId);
      expect([await stored(one), await stored(two)]).toEqual([returned(one), returned(two)]);
    });

    it('is done once', async () => {
      const payment = await aPaymentOfNewLink();
      await write(payment);
      await returnPayments(payment.orderId);
      await expect(returnPayments(payment.orderId)).rejects.toThrow('not credited');
    });

    it('is rejected for what is still in process, and for all others in the same call', async () => {
      const [payment, other] = [await underway(), await aPaymentOfNewLink()];
      await write(payment, other);
      await expect(returnPayments(other.orderId, payment.orderId)).rejects.toThrow('not credited');
      expect([await stored(payment), await stored(other)]).toEqual([payment, other]);
    });
  });

  describe('the numbers of fee receipts', () => {
    const anAccount = async () => (await subject().anOwner()).accountId;

    it('begin with one in each account and advance by the count that was taken', async () => {
      const [one, other] = [await anAccount(), await anAccount()];
      await expect(takeNumbers({ [one]: 2 })).resolves.toEqual(new Map([[one, 1n]]));
      await expect(takeNumbers({ [one]: 3, [other]: 1 })).resolves.toEqual(
        new Map([
          [one, 3n],
          [other, 1n],
        ]),
      );
      await expect(takeNumbers({ [one]: 1 })).resolves.toEqual(new Map([[one, 6n]]));
    });

    it('have no gap and no duplicate, however many take them at the same moment', async () => {
      const account = await anAccount();
      const counts = Array.from({ length: 10 }, (_, i) => (i % 3) + 1);
      const firsts = await Promise.all(counts.map((count) => takeNumbers({ [account]: count })));
      const taken = firsts.flatMap((first, i) =>
        Array.from({ length: counts[i]! }, (_, k) => Number(first.get(account)) + k),
      );
      expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: taken.length }, (_, i) => i + 1));
    });

    it('of a transaction that fails are taken by the next one', async () => {
      const account = await anAccount();
      await takeNumbers({ [account]: 1 });
      const failing = subject().uow.run(async (tx) => {
        await subject().payments.takeReceiptNumbers(tx, new Map([[account, 5]]));
        throw new Error('it failed after all');
      });
      await expect(failing).rejects.toThrow('it failed after all');
      await expect(takeNumbers({ [account]: 1 })).resolves.toEqual(new Map([[account, 2n]]));
    });
  });
}
