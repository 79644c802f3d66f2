import { html, type Html } from '../../checkout/view/html';
import type { Block } from '../guide';

/** A line of text, with what stands between backticks as code. */
export function inline(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Text whose paragraphs are parted by an empty line. */
export function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** A block of the guide. */
export function blockOf(block: Block): Html {
  if (typeof block === 'string') return html`<p>${inline(block)}</p>`;
  if ('code' in block) return pre(block.code);
  return html`<ul>${block.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
}

/** Lines as they are. They may be wider than a phone, so they can be scrolled, by keyboard too. */
export function pre(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

export function json(value: unknown): Html {
  return pre(JSON.stringify(value, null, 2));
}
