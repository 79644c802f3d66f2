import { newId } from '@app/kernel';
import type { ReceivedPayment } from '../application/ports';
import { convertedTerms, theTerms } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

/** What every adapter of the port must do. */
export function receivedPaymentsRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const insert = (...payments: ReceivedPayment[]) => subject().uow.run((tx) => subject().payments.insert(tx, payments));

  async function aReceivedPayment(changes: Partial<ReceivedPayment> = {}): Promise<ReceivedPayment> {
    const { link, order } = await givenOrder(subject());
    return {
      id: newId(),
      accountId: link.accountId,
      linkId: link.id,
      orderId: order.id,
      kind: link.kind,
      walletId: link.walletId,
      method: order.method,
      payer: { name: 'Ana "Nanã"', email: 'ana@example.com', document: null },
      terms: order.terms,
      provider: order.provider,
      providerReference: order.providerReference,
      creditedAt: new Date('2030-01-01T12:00:00.123Z'),
      ...changes,
    };
  }

  it.each`
    what                     | terms
    ${'in one currency'}     | ${theTerms()}
    ${'that was converted'}  | ${convertedTerms()}
    ${'with the fee on top'} | ${theTerms({ customerPaysFee: true })}
  `('keeps every component of a payment $what', async ({ terms }) => {
    const payment = await aReceivedPayment({ terms });
    await insert(payment);
    expect(await subject().receivedPayment(payment.linkId)).toEqual(payment);
  });

  it('keeps many payments at once', async () => {
    const payments = [await aReceivedPayment(), await aReceivedPayment({ terms: convertedTerms() })];
    await insert(...payments);
    expect(await Promise.all(payments.map(({ linkId }) => subject().receivedPayment(linkId)))).toEqual(payments);
  });

  it('takes one payment for a link, whatever its order', async () => {
    const payment = await aReceivedPayment();
    const other = await aReceivedPayment({ linkId: payment.linkId });
    await insert(payment);
    await expect(insert(other)).rejects.toThrow();
  });
}
