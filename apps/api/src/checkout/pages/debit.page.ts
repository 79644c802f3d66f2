import {
  ACCOUNT_HOLDER_TYPES,
  DEBIT_ACCOUNT_TYPES,
  findMethod,
  stateOf,
  type CheckoutOrder,
  type CheckoutView,
} from '@app/payment-links';
import type { DebitProblems, ShownDebitForm } from '../debit-form';
import { amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { icon } from '../view/icons';
import { untrustedText } from '../view/untrusted-text';
import { dateElement } from '../view/times';
import { choices, describedBy, problemLine, problemSummary, textField } from './fields';
import { layout, urlsOf, type PageContext } from './layout';
import { simulation } from './simulation';
import { arrivedList } from './arrived';
import { previewOf, summary } from './summary';

/** What the page that authorises a debit shows. */
export interface DebitPage {
  view: CheckoutView;
  /** The open order, to be paid by debit. */
  order: CheckoutOrder;
  now: Date;
  /** Whether the provider requires the payer's e-mail address. */
  requiresEmail: boolean;
  /** The rejected form. */
  form?: ShownDebitForm | undefined;
  problems?: DebitProblems | undefined;
  /** The rail cannot debit the account. */
  accountDeclined?: boolean | undefined;
}

/** Asks for the bank account to debit and for the payer's consent. */
export function debitPage(context: PageContext, page: DebitPage): string {
  const { texts } = context;
  const { view, order } = page;
  const { payerAmount: amount, payerFee: fee } = order.terms;
  const urls = urlsOf(context, view.link.id);
  return layout(context, {
    title: texts.choose.title(view.merchant),
    description: previewOf(texts, view, amount),
    content: html`${summary(texts, { view, label: texts.youPay, amount, fee })}
<section class="action">
${arrivedList(texts, view)}
<h1>${texts.debit.heading}</h1>
<p>${texts.debit.intro}</p>
${consentForm(context, page, urls.debit)}
${simulation(context, view, urls.simulate, 'asPayer', ['debit_confirm'])}
<p class="aside"><a href="${urls.change}">${icon('back')}${texts.debit.back}</a></p>
</section>`,
    watch: {
      state: stateOf(view),
      statusUrl: urls.status,
      pageUrl: urls.page,
      everySeconds: 15,
    },
  });
}

function consentForm(context: PageContext, page: DebitPage, action: string): Html {
  const { texts } = context;
  const { order, problems = {} } = page;
  return html`<form method="post" action="${action}" autocomplete="off" novalidate>
${page.accountDeclined && html`<p class="alert" role="alert" tabindex="-1" autofocus>${texts.debit.accountDeclined}</p>`}
${problemSummary(texts, problems)}
<input type="hidden" name="order" value="${order.id}">
${accountFields(context, page)}
${mandate(context, page)}
<div class="field">
${problemLine('consent', problems.consent)}
<p class="consent"><input type="checkbox" id="consent" name="consent" value="yes" required${describedBy(
    problems.consent && 'consent-problem',
    'mandate',
  )}${problems.consent && html` aria-invalid="true"`}> <label for="consent">${texts.debit.consent}</label></p>
</div>
<button class="primary" type="submit">${texts.debit.submit(amountText(order.terms.payerAmount, texts.language))}</button>
</form>`;
}

function accountFields({ texts }: PageContext, { form, order, requiresEmail, problems = {} }: DebitPage): Html {
  const { debit, choose } = texts;
  return html`<fieldset class="details">
<legend>${debit.account}</legend>
${textField({
  name: 'name',
  label: debit.holder,
  problem: problems.name,
  value: form?.name ?? order.payer.name ?? undefined,
  autocomplete: 'name',
})}
${choices({
  name: 'account_holder_type',
  legend: debit.holderType,
  options: ACCOUNT_HOLDER_TYPES.map((type) => [type, debit.holderTypes[type]]),
  chosen: form?.account_holder_type || 'individual',
  problem: problems.account_holder_type,
})}
${textField({
  name: 'email',
  label: choose.email,
  ...(!requiresEmail && { optional: choose.optional }),
  hint: debit.emailHint,
  problem: problems.email,
  value: form?.email ?? order.payer.email ?? undefined,
  type: 'email',
  autocomplete: 'email',
})}
${textField({
  name: 'routing_number',
  label: debit.routingNumber,
  hint: debit.routingNumberHint,
  problem: problems.routing_number,
  value: form?.routing_number,
  autocomplete: 'off',
  digits: true,
})}
${textField({
  name: 'account_number',
  label: debit.accountNumber,
  hint: debit.accountNumberHint,
  problem: problems.account_number,
  autocomplete: 'off',
  digits: true,
})}
${choices({
  name: 'account_type',
  legend: debit.accountType,
  options: DEBIT_ACCOUNT_TYPES.map((type) => [type, debit.types[type]]),
  chosen: form?.account_type,
  problem: problems.account_type,
})}
</fieldset>`;
}

function mandate({ texts }: PageContext, { view, order, now }: DebitPage): Html {
  const sentences = texts.debit.mandate({
    merchant: untrustedText(view.merchant),
    amount: html`<b>${amountText(order.terms.payerAmount, texts.language)}</b>`,
    date: dateElement(now, findMethod(order.method)?.country, texts),
  });
  return html`<section class="mandate" aria-labelledby="mandate-heading">
<h2 id="mandate-heading">${texts.debit.mandateHeading}</h2>
<div id="mandate">
${sentences.map(
  (sentence) => html`<p>${sentence}</p>
`,
)}</div>
</section>`;
}
