import type { CheckoutOrder, CheckoutView, OfferedMethod } from '@app/payment-links';
import type { OrderForm, Problems } from '../order-form';
import { amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { icon } from '../view/icons';
import { DOCUMENT_NAMES, METHOD_ICONS } from '../view/methods';
import { span } from '../view/times';
import { layout, urlsOf, type PageContext } from './layout';
import { amountNote, summary } from './summary';

export interface ChoosePage {
  view: CheckoutView;
  offers: readonly OfferedMethod[];
  /** What was sent and not accepted. */
  form?: OrderForm | undefined;
  problems?: Problems | undefined;
  /** The order whose instructions the payer may go back to. */
  openOrder: CheckoutOrder | null;
}

const SECONDS_MS = 1_000;

/** The offered methods and the payer's details as one form. */
export function choosePage(context: PageContext, page: ChoosePage): string {
  const { texts } = context;
  const { view } = page;
  const urls = urlsOf(context, view.link.id);
  return layout(context, {
    title: texts.choose.title(view.merchant),
    content: html`${amountSummary(context, page)}
<section class="action">
${page.offers.length > 0 ? orderForm(context, page) : nothing(context)}
</section>`,
    watch: { status: view.link.status, statusUrl: urls.status, pageUrl: urls.page, everySeconds: 15 },
  });
}

function amountSummary({ texts }: PageContext, { view, offers }: ChoosePage): Html {
  const declared = view.link.amount;
  const toPay = sameForAll(offers);
  if (toPay) {
    return summary(texts, { view, label: texts.youPay, amount: toPay, note: amountNote(texts, declared, toPay) });
  }
  const note = offers.length > 0 ? texts.dependsOnMethod : undefined;
  return summary(texts, { view, label: texts.amount, amount: declared, note });
}

function sameForAll(offers: readonly OfferedMethod[]) {
  const first = offers[0]?.figures.payerAmount;
  return first && offers.every(({ figures }) => figures.payerAmount.equals(first)) ? first : undefined;
}

function nothing({ texts: { choose } }: PageContext): Html {
  return html`<h1>${choose.nothing.heading}</h1>
<p>${choose.nothing.text}</p>`;
}

function orderForm(context: PageContext, page: ChoosePage): Html {
  const { texts } = context;
  const { view, problems = {} } = page;
  const urls = urlsOf(context, view.link.id);
  return html`<form method="post" action="${urls.orders}" novalidate>
<h1>${texts.choose.heading}</h1>
${Object.keys(problems).length > 0 && html`<p class="alert" role="alert">${texts.errors.summary}</p>`}
${methodChoice(context, page)}
<fieldset class="details">
<legend>${texts.choose.details}</legend>
${hasDetails(page.openOrder) && html`<p class="hint">${texts.choose.keepDetails}</p>`}
${textField(context, page, { name: 'name', label: texts.choose.name, autocomplete: 'name' })}
${textField(context, page, { name: 'email', label: texts.choose.email, autocomplete: 'email', hint: texts.choose.emailHint })}
${textField(context, page, { name: 'document', label: documentLabel(context, view), autocomplete: 'off' })}
</fieldset>
<button class="primary" type="submit">${texts.choose.submit}</button>
${page.openOrder && html`<p class="aside"><a href="${urls.page}">${icon('back')}${texts.choose.keepCurrent}</a></p>`}
</form>`;
}

function methodChoice({ texts }: PageContext, { offers, form, problems = {} }: ChoosePage): Html {
  const showAmounts = sameForAll(offers) === undefined;
  const chosen = offers.length === 1 ? offers[0]?.method.code : form?.method;
  return html`<fieldset class="methods"${problems.method && html` aria-describedby="method-problem"`}>
<legend class="unseen">${texts.choose.heading}</legend>
${problems.method && html`<p class="problem" id="method-problem">${problems.method}</p>`}
${offers.map(
  ({ method, figures }) => html`<label class="method">
<input type="radio" name="method" value="${method.code}" required${method.code === chosen && html` checked`}>
${icon(METHOD_ICONS[method.type])}
<span class="about"><span class="name">${method.name}</span>
<span class="hint">${texts.choose.hints[method.type]}${
    method.expiresInSeconds !== null && html` · ${texts.choose.timeToPay(span(method.expiresInSeconds * SECONDS_MS))}`
  }</span></span>
${showAmounts && html`<span class="price">${amountText(figures.payerAmount, texts.language)}</span>`}
</label>
`,
)}</fieldset>`;
}

interface Field {
  name: 'name' | 'email' | 'document';
  label: string;
  autocomplete: string;
  hint?: string;
}

function textField({ texts }: PageContext, { form, problems = {} }: ChoosePage, field: Field): Html {
  const { name, label, autocomplete, hint } = field;
  const problem = problems[name];
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label} <span class="optional">(${texts.choose.optional})</span></label>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
<input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}" value="${form?.[name]}" autocomplete="${autocomplete}"${
    described !== '' && html` aria-describedby="${described}"`
  }${problem && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

/** What a payer told before is kept but not shown: whoever has the address sees the page. */
function hasDetails(order: CheckoutOrder | null): boolean {
  return order !== null && Object.values(order.payer).some((detail) => detail !== null);
}

function documentLabel({ texts }: PageContext, { link }: CheckoutView): string {
  const names = DOCUMENT_NAMES[link.currency];
  return names ? `${texts.choose.document} · ${names}` : texts.choose.document;
}
