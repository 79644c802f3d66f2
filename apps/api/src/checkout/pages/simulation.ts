import type { CheckoutView } from '@app/payment-links';
import type { OfferedEvent } from '../texts/texts';
import { html, type Html } from '../view/html';
import type { PageContext } from './layout';

/**
 * The sandbox's buttons, which simulate actions of the payer or the bank. There are none outside the sandbox, nor for an
 * order at the test environment of a real provider.
 */
export function simulation(
  { texts, sandbox }: PageContext,
  { isSimulated }: Pick<CheckoutView, 'isSimulated'>,
  action: string,
  by: 'asPayer' | 'asBank',
  events: readonly OfferedEvent[],
): Html | false {
  return (
    sandbox &&
    isSimulated &&
    events.length > 0 &&
    html`<form class="simulation" method="post" action="${action}">
${events.map(
  (event) => html`<button type="submit" name="event" value="${event}">${texts.simulate.buttons[event]}</button>
`,
)}<p class="hint">${texts.simulate[by]}</p>
</form>`
  );
}
