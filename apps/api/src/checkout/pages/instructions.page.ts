import type { Money } from '@app/kernel';
import {
  findMethod,
  methodName,
  stateOf,
  typedFigure,
  type CheckoutOrder,
  type CheckoutView,
  type Instruction,
} from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { icon } from '../view/icons';
import { qrDrawing } from '../view/qr-drawing';
import { span, timeElement } from '../view/times';
import { layout, urlsOf, type PageContext } from './layout';
import { simulation } from './simulation';
import { arrivedList } from './arrived';
import { copyButton, instructionRow, row, webAddress } from './instruction-rows';
import { previewOf, summary } from './summary';

/** What the page of the payment instructions shows. */
export interface InstructionsPage {
  view: CheckoutView;
  order: CheckoutOrder;
  now: Date;
  /** Whether the payer has just chosen the method: a bank's page opens at once. */
  justChosen?: boolean | undefined;
}

/** How to pay with the chosen method, and until when. */
export function instructionsPage(context: PageContext, page: InstructionsPage): string {
  const { texts } = context;
  const { view, order } = page;
  const { payerAmount: amount, payerFee: fee } = order.terms;
  const urls = urlsOf(context, view.link.id, view.link.kind);
  const bankPage = bankPageOf(order);
  const opens = page.justChosen ? bankPage : undefined;
  return layout(context, {
    title: texts.choose.title(view.merchant),
    description: previewOf(texts, view, amount),
    content: html`${summary(texts, { view, label: texts.youPay, amount, fee })}
<section class="action">
${arrivedList(texts, view)}
<h1>${heading(texts, order, { bankPage, opens })}</h1>
${deadline(context, page)}
${instructionList(context, order)}
<p class="waiting"><span data-scripted hidden>${texts.pay.updates}</span> <a href="${urls.page}">${texts.pay.check}</a></p>
${simulation(context, view, urls.simulate, 'asPayer', ['pay'])}
${
  view.link.kind === 'payment_link' &&
  html`<p class="aside"><a href="${urls.change}">${icon('back')}${texts.pay.another}</a></p>`
}
</section>`,
    watch: {
      state: stateOf(view),
      statusUrl: urls.status,
      pageUrl: urls.page,
      everySeconds: 5,
    },
    opens,
  });
}

/** The address of the bank's page, for an order that is paid there. */
export function bankPageOf({ instructions }: CheckoutOrder): string | undefined {
  const link = instructions.find(({ kind }) => kind === 'link');
  return link && webAddress(link.value);
}

interface BankPage {
  bankPage: string | undefined;
  opens: string | undefined;
}

function heading({ pay, language }: Texts, { method }: CheckoutOrder, { bankPage, opens }: BankPage): string {
  if (opens !== undefined) return pay.opening;
  return bankPage === undefined ? pay.heading(methodName(method, language)) : pay.waiting;
}

function deadline({ texts }: PageContext, { order, now }: InstructionsPage): Html | null {
  if (!order.expiresAt) return null;
  const left = order.expiresAt.getTime() - now.getTime();
  return html`<p class="deadline">${icon('clock')}<span>${texts.pay.payBefore} ${timeElement(
    order.expiresAt,
    findMethod(order.method)?.country,
    texts,
  )}</span> <span class="left" role="timer" data-left="${left}">${texts.pay.left(span(left))}</span></p>`;
}

function instructionList(context: PageContext, { terms, instructions, method }: CheckoutOrder): Html {
  const { texts } = context;
  // A scanned code contains the amount; for a transfer the payer types it.
  const typesAmount = findMethod(method)?.type === 'bank_transfer';
  return html`${instructions.filter(({ kind }) => kind === 'qr').map((qr) => qrBlock(context, qr))}
<dl class="instructions">
${typesAmount && exactAmount(texts, terms.payerAmount)}
${instructions.map((instruction, at) => instructionRow(texts, instruction, { id: `value-${at}`, open: texts.pay.open }))}
</dl>`;
}

/** Copied without the grouping, as banks' apps take it. */
function exactAmount(texts: Texts, amount: Money): Html {
  return row(
    texts.pay.amount,
    html`<span class="exact" id="exact-amount" data-typed="${typedFigure(amount, texts.language)}">${amountText(amount, texts.language)}</span>
${copyButton(texts, 'exact-amount')}`,
    'exact-amount-label',
  );
}

function qrBlock({ texts }: PageContext, { value }: Instruction): Html | null {
  const drawing = qrDrawing(value, texts.pay.qrLabel);
  return drawing
    ? html`<figure class="code-figure">${drawing}<figcaption>${texts.pay.scan}</figcaption></figure>`
    : null;
}
