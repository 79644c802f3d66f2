import { Money } from '@app/kernel';
import { aLink, anOrder, aReceivedPayment, theTerms } from '../../testing';
import { reversalMails, type ReversalNotice } from './reversal-mail';
import type { ReversalOccasion } from './reversal-texts';

const link = aLink({ description: 'Order 1001', reference: 'A-77' });
const merchant = { id: link.accountId, name: 'Café Río', email: 'cafe@example.com', language: 'pt' } as const;

function mailsOf(
  occasion: ReversalOccasion,
  {
    customerPaysFee = false,
    email = 'ana@example.com' as string | null,
    ...changes
  }: Partial<ReversalNotice['part']> & {
    customerPaysFee?: boolean;
    email?: string | null;
  } = {},
) {
  const payer = { name: 'Ana', email, document: null };
  const order = anOrder({ linkId: link.id, payer, terms: theTerms({ customerPaysFee }) });
  const [amount, walletAmount] = [Money.of('5000', 'ARS'), Money.of('5000', 'ARS')];
  const part = { id: 'r1', amount, walletAmount, reason: 'Out of stock', failureReason: null, ...changes };
  return reversalMails(
    { occasion, part, payment: aReceivedPayment(link, order, { payer }), link, payerLanguage: 'en' },
    merchant,
  );
}

describe('mails about refunds and disputes (rule 17.10)', () => {
  it('the merchant and the payer are mailed about a completed refund, each in their language', () => {
    const [toMerchant, toPayer] = mailsOf('refund_completed');

    expect(toMerchant).toMatchObject({ to: 'cafe@example.com', subject: 'Reembolso concluído: 5.000,00\u00A0ARS' });
    for (const part of ['Order 1001', 'A-77', 'Out of stock']) expect(toMerchant!.text).toContain(part);
    expect(toPayer).toMatchObject({ to: 'ana@example.com', subject: 'Refund of 5,000.00\u00A0ARS from Café Río' });
    expect(toPayer!.text).not.toContain('Out of stock');
  });

  it('the payer’s mail says that the fee is not given back, where the payer bore one', () => {
    const [with_, without] = [true, false].map(
      (customerPaysFee) => mailsOf('refund_completed', { customerPaysFee })[1]!,
    );

    expect(with_!.text).toContain('The payment fee of 735.00\u00A0ARS is not given back.');
    expect(without!.text).not.toContain('fee');
  });

  it('a payer without an address gets none', () => {
    expect(mailsOf('refund_completed', { email: null })).toHaveLength(1);
  });

  it('only the merchant is mailed about a failed refund, with the reason of the failure', () => {
    const mails = mailsOf('refund_failed', { failureReason: 'The account is closed.' });

    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('The account is closed.');
  });

  it.each(['dispute_open', 'dispute_lost', 'dispute_won'] as const)(
    'only the merchant is mailed about %s, once',
    (occasion) => {
      expect(mailsOf(occasion)).toMatchObject([
        { to: 'cafe@example.com', dedupeKey: `reversal:r1:${occasion}:merchant` },
      ]);
    },
  );
});
