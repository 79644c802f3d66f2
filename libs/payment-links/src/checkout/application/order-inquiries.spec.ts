import type { InquirySubject, StatusInquiries } from '@app/rails';
import { anOrder } from '../../testing';
import type { CheckoutOrder } from '../domain/checkout-order';
import { OrderInquiries } from './order-inquiries';

/** What is planned after the call: the subject, and in how many milliseconds. */
async function plannedBy(call: (inquiries: OrderInquiries) => Promise<void>) {
  const planned: (InquirySubject & { inMs: number })[] = [];
  const inquiries = {
    schedule: async (subjects: readonly InquirySubject[], inMs = 0) =>
      void planned.push(...subjects.map((subject) => ({ ...subject, inMs }))),
  };
  await call(new OrderInquiries(inquiries as unknown as StatusInquiries));
  return planned;
}

const order = (changes: Partial<CheckoutOrder> = {}) =>
  anOrder({ linkId: 'link', provider: 'bank', providerReference: 'b1', ...changes });
const SUBJECT = { provider: 'bank', kind: 'collection', reference: 'b1' };
const LINK = [{ label: 'bank_page', value: 'https://bank.example/pay', kind: 'link' }] as const;

describe('the provider of an order is asked (rule 6.11)', () => {
  it('a minute after it has opened the order', async () => {
    expect(await plannedBy((inquiries) => inquiries.askLater(order()))).toEqual([{ ...SUBJECT, inMs: 60_000 }]);
  });

  it('when the order has expired', async () => {
    const expired = [{ provider: 'bank', reference: 'b1' }];
    expect(await plannedBy((inquiries) => inquiries.askNow(expired))).toEqual([{ ...SUBJECT, inMs: 0 }]);
  });

  it('when a payer whom the order leads to another page is back', async () => {
    expect(await plannedBy((inquiries) => inquiries.askOnReturn(order({ instructions: LINK })))).toEqual([
      { ...SUBJECT, inMs: 0 },
    ]);
  });

  it('when a payer who verifies the debited account elsewhere is back', async () => {
    const [page] = LINK;
    const instructions = [{ ...page, label: 'account_verification' }] as const;
    expect(await plannedBy((inquiries) => inquiries.askOnReturn(order({ instructions, status: 'confirmed' })))).toEqual(
      [{ ...SUBJECT, inMs: 0 }],
    );
  });

  it('about no order that is paid elsewhere or closed', async () => {
    expect(await plannedBy((inquiries) => inquiries.askOnReturn(order({ instructions: [] })))).toEqual([]);
    expect(
      await plannedBy((inquiries) => inquiries.askOnReturn(order({ instructions: LINK, status: 'paid' }))),
    ).toEqual([]);
  });
});
