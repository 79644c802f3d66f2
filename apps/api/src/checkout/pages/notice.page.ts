import type { Notice } from '../texts/texts';
import { html } from '../view/html';
import { layout, type PageContext } from './layout';

/** A page about no payment in particular, with a way to try again where that may help. */
export function noticePage(context: PageContext, { heading, text }: Notice, againUrl?: string): string {
  return layout(context, {
    title: heading,
    content: html`<section class="action notice">
<h1>${heading}</h1>
<p>${text}</p>
${againUrl && html`<p><a class="primary" href="${againUrl}">${context.texts.again}</a></p>`}
</section>`,
  });
}
