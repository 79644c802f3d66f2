import {
  isBankDebit,
  methodTitle,
  stateOf,
  type CheckoutOrder,
  type CheckoutView,
  type Offer,
} from '@app/payment-links';
import { payerDocumentTypes } from '@app/banking';
import type { PayerBank, PayerField } from '@app/rails';
import type { OrderForm, Problems } from '../order-form';
import type { Declined, Texts } from '../texts/texts';
import { amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { icon } from '../view/icons';
import { documentNames, METHOD_TYPES } from '../view/methods';
import { span } from '../view/times';
import { describedBy, problemLine, problemSummary, textField } from './fields';
import { layout, urlsOf, type PageContext } from './layout';
import { arrivedList } from './arrived';
import { equivalent, previewOf, summary } from './summary';

/** What the page of the payment methods shows. */
export interface ChoosePage {
  view: CheckoutView;
  offers: readonly Offer[];
  /** The rejected form. */
  form?: OrderForm | undefined;
  problems?: Problems | undefined;
  /** The order to whose instructions the payer may return. */
  openOrder: CheckoutOrder | null;
  declined: Declined | null;
}

const SECONDS_MS = 1_000;

/** The offered methods and the payer's details, in one form. */
export function choosePage(context: PageContext, page: ChoosePage): string {
  const { texts } = context;
  const { view } = page;
  const urls = urlsOf(context, view.link.id);
  return layout(context, {
    title: texts.choose.title(view.merchant),
    description: previewOf(texts, view, view.link.amount),
    content: html`${amountSummary(context, page)}
<section class="action">
${arrivedList(texts, view)}
${page.offers.length > 0 ? orderForm(context, page) : nothingOffered(context)}
</section>`,
    watch: {
      state: stateOf(view),
      statusUrl: urls.status,
      pageUrl: urls.page,
      everySeconds: 15,
    },
  });
}

function amountSummary({ texts }: PageContext, { view, offers }: ChoosePage): Html {
  const declared = view.link.amount;
  const figures = commonFigures(offers);
  if (figures) {
    const { payerAmount: amount, payerFee: fee } = figures;
    return summary(texts, { view, label: texts.youPay, amount, fee, note: equivalent(texts, declared, amount) });
  }
  const note = offers.length > 0 ? texts.dependsOnMethod : undefined;
  return summary(texts, { view, label: texts.amount, amount: declared, note });
}

/** The amount and fee, if they are the same for all methods. */
function commonFigures(offers: readonly Offer[]) {
  const first = offers[0]?.figures;
  const isSame = ({ figures: { payerAmount, payerFee } }: Offer) =>
    first !== undefined && payerAmount.equals(first.payerAmount) && payerFee.equals(first.payerFee);
  return offers.every(isSame) ? first : undefined;
}

function nothingOffered({ texts: { choose } }: PageContext): Html {
  return html`<h1>${choose.nothing.heading}</h1>
<p>${choose.nothing.text}</p>`;
}

function orderForm(context: PageContext, page: ChoosePage): Html {
  const { texts } = context;
  const { view, form, problems = {}, openOrder } = page;
  const urls = urlsOf(context, view.link.id);
  const isAsked = (field: PayerField) => page.offers.some(({ requires }) => requires.includes(field));
  // A field that only some methods require is left to the server.
  const isRequired = (field: PayerField) => page.offers.every(({ requires }) => requires.includes(field));
  const detail = (name: PayerField) => ({
    name,
    value: form?.[name],
    problem: problems[name],
    ...(!isRequired(name) && { optional: texts.choose.optional }),
  });
  return html`<form method="post" action="${urls.orders}" novalidate>
<h1>${texts.choose.heading}</h1>
${page.declined && html`<p class="alert" role="alert">${texts.declined[page.declined]}</p>`}
${problemSummary(texts, problems)}
${methodChoice(context, page)}
<fieldset class="details">
<legend>${texts.choose.details}</legend>
${hasDetails(openOrder) && html`<p class="hint">${texts.choose.keepDetails}</p>`}
${page.offers.some(({ requires }) => requires.length > 0) && html`<p class="hint">${texts.choose.whyDetails}</p>`}
${textField({ ...detail('name'), label: texts.choose.name, autocomplete: 'name' })}
${textField({ ...detail('email'), label: texts.choose.email, autocomplete: 'email', type: 'email', hint: texts.choose.emailHint })}
${isAsked('document') && documentTypeField(context, page)}
${textField({ ...detail('document'), label: documentLabel(context, view), autocomplete: 'off' })}
${isAsked('phone') && textField({ ...detail('phone'), label: texts.choose.phone, autocomplete: 'tel' })}
</fieldset>
<button class="primary" type="submit">${texts.choose.submit}</button>
${openOrder && html`<p class="aside"><a href="${urls.page}">${icon('back')}${returnLabel(texts, openOrder)}</a></p>`}
</form>`;
}

function methodChoice(context: PageContext, page: ChoosePage): Html {
  const { texts } = context;
  const { offers, form, problems = {} } = page;
  const showAmounts = commonFigures(offers) === undefined;
  const chosen = offers.length === 1 ? offers[0]?.method.code : form?.method;
  return html`<fieldset class="methods" id="method"${describedBy(problems.method && 'method-problem')}>
<legend class="unseen">${texts.choose.heading}</legend>
${problemLine('method', problems.method)}
${offers.map(
  (offer) => html`<div class="method">
<label>
<input type="radio" name="method" value="${offer.method.code}" required${offer.method.code === chosen && html` checked`}>
${icon(METHOD_TYPES[offer.method.type].icon)}
${aboutMethod(context, offer, showAmounts)}
${showAmounts && html`<span class="price">${amountText(offer.figures.payerAmount, texts.language)}</span>`}
</label>
${offer.banks.length > 0 && bankField(context, page, offer.banks)}
</div>
`,
)}</fieldset>`;
}

function aboutMethod({ texts }: PageContext, { method, figures }: Offer, showAmounts: boolean): Html {
  const { choose, language } = texts;
  const { payerAmount, payerFee } = figures;
  const [amount, fee] = [amountText(payerAmount.minus(payerFee), language), amountText(payerFee, language)];
  return html`<span class="about"><span class="name">${methodTitle(method.code, language)}</span>
<span class="hint">${METHOD_TYPES[method.type].hint[language]}${
    method.expiresInSeconds !== null && html` · ${choose.timeToPay(span(method.expiresInSeconds * SECONDS_MS))}`
  }</span>
${showAmounts && !payerFee.isZero() && html`<span class="hint">${choose.withFee(amount, fee)}</span>`}</span>`;
}

function bankField(
  { texts: { choose } }: PageContext,
  { form, problems = {} }: ChoosePage,
  banks: readonly PayerBank[],
): Html {
  return html`<div class="field">
<label for="bank">${choose.bank}</label>
${problemLine('bank', problems.bank)}
<select id="bank" name="bank" required${describedBy(problems.bank && 'bank-problem')}${problems.bank && html` aria-invalid="true"`}>
<option value="">${choose.noBank}</option>
${banks.map(
  ({ code, name }) => html`<option value="${code}"${code === form?.bank && html` selected`}>${name}</option>
`,
)}</select>
</div>`;
}

/** The types of documents of the country whose methods are offered. */
function documentTypeField({ texts: { choose } }: PageContext, { offers, form, problems = {} }: ChoosePage): Html {
  const types = [...new Set(offers.flatMap(({ method }) => payerDocumentTypes(method.country)))];
  const problem = problems.document_type;
  return html`<div class="field">
<label for="document_type">${choose.documentType}</label>
${problemLine('document_type', problem)}
<select id="document_type" name="document_type"${describedBy(problem && 'document_type-problem')}${problem && html` aria-invalid="true"`}>
<option value="">${choose.noDocumentType}</option>
${types.map(
  (
    type,
  ) => html`<option value="${type}"${type === form?.document_type && html` selected`}>${type.toUpperCase()}</option>
`,
)}</select>
</div>`;
}

function returnLabel({ choose, debit }: Texts, { method }: CheckoutOrder): string {
  return isBankDebit(method) ? debit.keepCurrent : choose.keepCurrent;
}

/** Details entered earlier are kept but not shown, because anyone who has the address sees the page. */
function hasDetails(order: CheckoutOrder | null): boolean {
  return order !== null && Object.values(order.payer).some((detail) => detail !== null);
}

function documentLabel({ texts }: PageContext, { link }: CheckoutView): string {
  const names = documentNames(link.currency);
  return names ? `${texts.choose.document} · ${names}` : texts.choose.document;
}
