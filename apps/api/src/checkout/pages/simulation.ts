import type { OfferedEvent } from '../texts/texts';
import { html, type Html } from '../view/html';
import type { PageContext } from './layout';

/** The sandbox's buttons, which simulate actions of the payer or the bank. There are none outside the sandbox. */
export function simulation(
  { texts, sandbox }: PageContext,
  action: string,
  by: 'asPayer' | 'asBank',
  events: readonly OfferedEvent[],
): Html | false {
  return (
    sandbox &&
    events.length > 0 &&
    html`<form class="simulation" method="post" action="${action}">
${events.map(
  (event) => html`<button type="submit" name="event" value="${event}">${texts.simulate.buttons[event]}</button>
`,
)}<p class="hint">${texts.simulate[by]}</p>
</form>`
  );
}
