import { parseUrl } from '@app/kernel';
import type { Instruction } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { html, type Fragment, type Html } from '../view/html';
import { dateElement } from '../view/times';
import { untrustedText } from '../view/untrusted-text';

/** One instruction as a row of a list. `open`: what the button of a link says. */
export function instructionRow(
  texts: Texts,
  { kind, label, value }: Instruction,
  { id, open }: { id: string; open: string },
): Html {
  const term = untrustedText(labelText(label, texts));
  const address = kind === 'link' ? webAddress(value) : undefined;
  if (address !== undefined) {
    return row(term, html`<a class="primary" href="${address}" rel="noopener noreferrer">${open}</a>`);
  }
  if (kind === 'simulated') return row(term, simulatedText(label, texts));
  const day = kind === 'date' ? new Date(value) : undefined;
  if (day && !Number.isNaN(day.getTime())) return row(term, dateElement(day, undefined, texts));
  if (kind === 'text' || kind === 'date') return row(term, untrustedText(value));
  return row(
    term,
    html`<code id="${id}" dir="ltr"${kind === 'qr' && html` class="long"`}>${value}</code>
${copyButton(texts, id)}`,
    `${id}-label`,
  );
}

export function row(term: Fragment, value: Fragment, id?: string): Html {
  return html`<div><dt${id && html` id="${id}"`}>${term}</dt><dd>${value}</dd></div>
`;
}

/** Hidden until the script shows it, since it does nothing without. */
export function copyButton({ pay }: Texts, id: string): Html {
  return html`<button class="copy" type="button" data-copy="${id}" data-copied="${pay.copied}" data-selected="${pay.selected}" aria-describedby="${id}-label" hidden>${pay.copy}</button>`;
}

/** A label that this version does not know, of an order that a later one has stored, is shown as its code. */
function labelText(label: Instruction['label'], { labels }: Texts): string {
  return new Map<string, string>(Object.entries(labels)).get(label) ?? label;
}

function simulatedText(label: Instruction['label'], { simulated }: Texts): string {
  return label === 'account_verification' || label === 'card_page' ? simulated[label] : simulated.bank_page;
}

/** The normalised address, if its scheme opens a page (and does not run a script). */
export function webAddress(value: string): string | undefined {
  const address = parseUrl(value);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
