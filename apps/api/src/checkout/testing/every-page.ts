import type { CheckoutView, Instruction, ShownDebitAccount } from '@app/payment-links';
import { choosePage } from '../pages/choose.page';
import { debitPage } from '../pages/debit.page';
import { instructionsPage } from '../pages/instructions.page';
import type { PageContext } from '../pages/layout';
import { noticePage } from '../pages/notice.page';
import { outcomePage, type Outcome } from '../pages/outcome.page';
import { aDebitView, aLink, anOffer, anOrder, aView, NOW } from './fakes';

export const OUTCOMES: readonly Outcome[] = [
  'paid',
  'expired',
  'cancelled',
  'processing',
  'inTransit',
  'returned',
  'received',
  'creditedLater',
  'sentBack',
] as Outcome[];

const DEBIT: ShownDebitAccount = { holder: 'Ana Pérez', type: 'savings', lastDigits: '6789' };

/** Every page that a payer can see, by name; `text` stands in for everything that untrusted parties can write. */
export async function everyPage(context: PageContext, text: string): Promise<ReadonlyMap<string, string>> {
  const view = aView({ merchant: text, link: aLink({ description: text }) });
  const pages = [...(await choosing(context, view, text)), ...(await debiting(context, text))];
  pages.push(...(await instructed(context, view, text)));
  for (const outcome of OUTCOMES) {
    const order = await anOrder('ars_qr', '15735', { status: 'paid' }, '735');
    pages.push([outcome, outcomePage(context, { ...view, order }, outcome)]);
    pages.push([`${outcome}, nothing chosen`, outcomePage(context, view, outcome)]);
  }
  const { notFound, unavailable, rejected, tooMany, failed } = context.texts;
  for (const [name, notice] of Object.entries({ notFound, unavailable, rejected, tooMany, failed })) {
    pages.push([name, noticePage(context, notice, name === 'notFound' ? undefined : '/checkout/x')]);
  }
  return new Map(pages);
}

type Named = [name: string, page: string][];

async function choosing(context: PageContext, view: CheckoutView, text: string): Promise<Named> {
  const [transfer, qr] = [anOffer('ars_transfer', '15735', '735'), anOffer('ars_qr', '15000')];
  const pse = anOffer('cop_pse', '60000');
  const plain = { view, openOrder: null, declined: null };
  const form = { method: text, bank: text, name: text, email: text, document: text, document_type: text, phone: text };
  const rejected = { method: 'No.', name: 'No.', email: 'No.', document: 'No.' };
  const problems = { ...rejected, bank: 'No.' };
  const missing = { ...rejected, document_type: 'No.', phone: 'No.' };
  const demanding = { ...qr, requires: ['name', 'email', 'document', 'phone'] as const };
  const openOrder = await anOrder('ars_qr', '15000', { payer: { name: text, email: text, document: text } });
  return [
    ['choose', choosePage(context, { ...plain, offers: [transfer, qr] })],
    ['choose, PSE', choosePage(context, { ...plain, offers: [pse] })],
    ['choose, nothing offered', choosePage(context, { ...plain, offers: [] })],
    ['choose, another', choosePage(context, { ...plain, offers: [qr], openOrder })],
    ['choose, problems', choosePage(context, { ...plain, offers: [pse, qr], form, problems })],
    ['choose, everything required', choosePage(context, { ...plain, offers: [demanding], form, problems: missing })],
    ['choose, debit declined', choosePage(context, { ...plain, offers: [transfer], declined: 'debit' })],
  ];
}

async function debiting(context: PageContext, text: string): Promise<Named> {
  const view = { ...(await aDebitView({}, { description: text })), merchant: text };
  const page = { view, order: view.order, now: NOW, requiresEmail: false };
  const form = { name: text, email: text, account_holder_type: text, routing_number: text, account_type: text };
  const rejected = { name: 'No.', email: 'No.', account_holder_type: 'No.' };
  const problems = { ...rejected, routing_number: 'No.', account_number: 'No.', account_type: 'No.', consent: 'No.' };
  const unverified: Instruction[] = [
    { label: 'account_verification', value: `https://bank.example/${text}`, kind: 'link' },
    { label: 'deposits_expected', value: text, kind: 'date' },
  ];
  const over = { ...view, order: { ...view.order, debit: { ...DEBIT, holder: text } } };
  return [
    ['debit', debitPage(context, page)],
    ['debit, problems', debitPage(context, { ...page, form, problems })],
    [
      'debit, account declined',
      debitPage(context, { ...page, form: { ...form, account_type: 'checking' }, accountDeclined: true }),
    ],
    [
      'processing, account to verify',
      outcomePage(context, { ...over, order: { ...over.order, instructions: unverified } }, 'processing'),
    ],
    ...OUTCOMES.map((outcome): Named[number] => [`${outcome}, debit`, outcomePage(context, over, outcome)]),
  ];
}

async function instructed(context: PageContext, view: CheckoutView, text: string): Promise<Named> {
  const kinds = ['qr', 'copy', 'text'] as const;
  const instructions: Instruction[] = kinds.map((kind) => ({ kind, label: 'reference', value: text }));
  const order = await anOrder('ars_qr', '15000', { instructions });
  const link: Instruction = { kind: 'link', label: 'bank', value: `https://bank.example/${text}` };
  const atBank = { ...order, instructions: [...instructions, link] };
  return [
    ['instructions', instructionsPage(context, { view, order, now: NOW })],
    ["instructions, bank's page", instructionsPage(context, { view, order: atBank, now: NOW })],
    ["instructions, bank's page opens", instructionsPage(context, { view, order: atBank, now: NOW, justChosen: true })],
  ];
}
