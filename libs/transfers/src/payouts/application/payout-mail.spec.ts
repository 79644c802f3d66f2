import { Money } from '@app/kernel';
import { anOrderedPayout } from '../../testing/factories';
import type { NoticeLanguage, Payout } from '../domain/payout';
import { payoutMails } from './payout-mail';
import type { MailOccasion } from './payout-texts';

const MERCHANT = 'tesoreria@cafe.example';
const BENEFICIARY = 'ana@example.com';
const OCCASIONS: readonly MailOccasion[] = ['request', 'process', 'complete', 'fail', 'return'];
const LANGUAGES: readonly NoticeLanguage[] = ['es', 'pt', 'en'];

const notices = (changes: Partial<Payout['notices']>): Payout['notices'] => ({
  merchant: MERCHANT,
  beneficiary: BENEFICIARY,
  language: 'en',
  ...changes,
});
const addressees = (payout: Payout, occasion: MailOccasion) => payoutMails(payout, occasion).map(({ to }) => to);

describe('who gets a mail', () => {
  it.each<[MailOccasion, string[]]>([
    ['request', [MERCHANT]],
    ['process', [MERCHANT]],
    ['complete', [MERCHANT, BENEFICIARY]],
    ['fail', [MERCHANT]],
    ['return', [MERCHANT]],
  ])('about %s', (occasion, expected) => {
    expect(addressees(anOrderedPayout(), occasion)).toEqual(expected);
  });

  it('only the merchant is mailed about a payout to their own account', () => {
    const payout = anOrderedPayout({ type: 'payout', notices: notices({ beneficiary: null }) });
    expect(OCCASIONS.map((occasion) => addressees(payout, occasion))).toEqual(OCCASIONS.map(() => [MERCHANT]));
  });

  it('only the beneficiary is mailed when the account has no address', () => {
    const payout = anOrderedPayout({ notices: notices({ merchant: null }) });
    expect(OCCASIONS.flatMap((occasion) => addressees(payout, occasion))).toEqual([BENEFICIARY]);
  });

  it('each mail is sent once: every mail of a payout has its own key', () => {
    const payout = anOrderedPayout();
    const mails = OCCASIONS.flatMap((occasion) => payoutMails(payout, occasion));
    const keys = mails.map(({ dedupeKey }) => dedupeKey);
    expect(new Set(keys).size).toBe(6);
    expect(keys.every((key) => key?.startsWith(`payout:${payout.id}:`))).toBe(true);
    expect(new Set(mails.map(({ accountId }) => accountId))).toEqual(new Set([payout.accountId]));
  });
});

describe('the mail', () => {
  const brl = Money.of('48.46', 'BRL');

  it.each<[NoticeLanguage, MailOccasion, string]>([
    ['en', 'request', 'Transfer of 10000.00 ARS requested'],
    ['en', 'process', 'Transfer of 10000.00 ARS in process'],
    ['en', 'complete', 'Transfer of 10000.00 ARS completed'],
    ['en', 'fail', 'Transfer of 10000.00 ARS failed'],
    ['en', 'return', 'Transfer of 10000.00 ARS returned'],
    ['es', 'request', 'Transferencia de 10000.00 ARS: orden recibida'],
    ['es', 'process', 'Transferencia de 10000.00 ARS: en proceso'],
    ['es', 'complete', 'Transferencia de 10000.00 ARS: pago completado'],
    ['es', 'fail', 'Transferencia de 10000.00 ARS: pago fallido'],
    ['es', 'return', 'Transferencia de 10000.00 ARS: pago devuelto'],
    ['pt', 'request', 'Transferência de 10000.00 ARS: ordem recebida'],
    ['pt', 'process', 'Transferência de 10000.00 ARS: em processamento'],
    ['pt', 'complete', 'Transferência de 10000.00 ARS: pagamento concluído'],
    ['pt', 'fail', 'Transferência de 10000.00 ARS: pagamento não realizado'],
    ['pt', 'return', 'Transferência de 10000.00 ARS: pagamento devolvido'],
  ])('in %s about %s has the subject %s', (language, occasion, subject) => {
    const [mail] = payoutMails(anOrderedPayout({ notices: notices({ language }) }), occasion);
    expect(mail).toMatchObject({ to: MERCHANT, subject });
    expect(mail?.html).toContain(`<html lang="${language}">`);
  });

  it.each<[NoticeLanguage, string]>([
    ['en', 'You have received 48.46 BRL'],
    ['es', 'Recibiste 48.46 BRL'],
    ['pt', 'Você recebeu 48.46 BRL'],
  ])('to the beneficiary in %s has the subject %s', (language, subject) => {
    const payout = anOrderedPayout({ notices: notices({ language }), figures: { destinationAmount: brl } });
    expect(payoutMails(payout, 'complete')[1]).toMatchObject({ to: BENEFICIARY, subject });
  });

  it.each(LANGUAGES)('calls a payout and a transfer by different names in %s', (language) => {
    const subject = (type: Payout['type']) =>
      payoutMails(anOrderedPayout({ type, notices: notices({ language }) }), 'request')[0]?.subject;
    expect(subject('payout')).not.toBe(subject('transfer'));
  });

  it('to the merchant names the recipient, both amounts and the payout', () => {
    const payout = anOrderedPayout({ figures: { destinationAmount: brl } });
    expect(payoutMails(payout, 'request')[0]?.text.split('\n')).toEqual([
      'We have received your order. The amount is reserved until the payment completes.',
      '',
      'Recipient: Ana Gómez',
      'Amount: 10000.00 ARS',
      'Amount received: 48.46 BRL',
      `Reference: ${payout.id}`,
    ]);
  });

  it('to the beneficiary says what arrived and why, and not what it cost', () => {
    const payout = anOrderedPayout({ comment: 'November rent' });
    expect(payoutMails(payout, 'complete')[1]?.text.split('\n')).toEqual([
      'A transfer to your bank account has completed.',
      '',
      'Amount received: 9840.00 ARS',
      'Comment: November rent',
      `Reference: ${payout.id}`,
    ]);
  });

  it.each<[MailOccasion, boolean]>([
    ['process', false],
    ['complete', false],
    ['fail', true],
    ['return', true],
  ])('about %s gives the reason: %s', (occasion, expected) => {
    const [mail] = payoutMails(anOrderedPayout({ failureReason: 'Account closed.' }), occasion);
    expect(mail?.text.includes('Reason: Account closed.')).toBe(expected);
  });

  it('keeps text from outside out of its HTML and on one line', () => {
    const name = '<b>Ana</b> "&"\nAmount: 1.00 ARS';
    const destination = { ...anOrderedPayout().destination, name };
    const hostile = anOrderedPayout({ destination, comment: '<i>rent</i>', failureReason: '<u>closed</u>' });
    const mails = OCCASIONS.flatMap((occasion) => payoutMails(hostile, occasion));

    for (const { html } of mails) expect(html).not.toMatch(/<(b|i|u)>/);
    for (const { to, text } of mails.filter(({ to }) => to === MERCHANT)) {
      expect([to, text]).toEqual([MERCHANT, expect.stringContaining('Recipient: <b>Ana</b> "&" Amount: 1.00 ARS\n')]);
    }
  });
});
