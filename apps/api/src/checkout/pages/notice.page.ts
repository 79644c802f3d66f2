import type { Notice } from '../texts/texts';
import { html } from '../view/html';
import { layout, type PageContext } from './layout';

/** A heading and a sentence, with a link to try again if `retryUrl` is given. */
export function noticePage(context: PageContext, { heading, text }: Notice, retryUrl?: string): string {
  return layout(context, {
    title: heading,
    content: html`<section class="action notice">
<h1>${heading}</h1>
<p>${text}</p>
${retryUrl && html`<p><a class="primary" href="${retryUrl}">${context.texts.again}</a></p>`}
</section>`,
  });
}
