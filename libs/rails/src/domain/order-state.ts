import type { Money } from '@app/kernel';

/** The state of an order, such as a payout, at its provider. `amount` is what the provider carried out. */
export type OrderState =
  | { readonly state: 'processing'; readonly reference: string }
  | { readonly state: 'completed'; readonly reference: string; readonly amount: Money }
  /** Final: the provider has not carried it out and never will. */
  | { readonly state: 'failed'; readonly reference: string | null; readonly reason: string | null };

/** What a provider reports about an order. */
export interface OrderReport {
  readonly event: 'process' | 'complete' | 'fail';
  readonly reason: string | null;
  readonly providerReference: string | null;
}

const EVENTS = { processing: 'process', completed: 'complete', failed: 'fail' } as const;

/** The report that the state amounts to. */
export function reportOf(state: OrderState): OrderReport {
  const reason = state.state === 'failed' ? state.reason : null;
  return { event: EVENTS[state.state], reason, providerReference: state.reference };
}
