import type { Money } from '@app/kernel';

/** Why a provider refuses a submission that may succeed later. `provider_funds`: our account there is empty. */
export type RefusalCode = 'provider_funds';

/**
 * A definite answer that nothing was carried out, and that the same order may be carried out later, under a new key. The
 * text is the provider's own, for staff.
 */
export interface OrderRefusal {
  readonly state: 'refused';
  readonly code: RefusalCode;
  readonly text: string;
}

/** An order, such as a payout, that its provider has accepted or failed. `amount` is what the provider carried out. */
export type KnownOrderState =
  | { readonly state: 'processing'; readonly reference: string }
  | { readonly state: 'completed'; readonly reference: string; readonly amount: Money }
  /** Final: the provider has not carried it out and never will. */
  | {
      readonly state: 'failed';
      readonly reference: string | null;
      readonly reason: string | null;
      /** Whether the reason is ours, so that the merchant reads it; by default it is the provider's, for staff. */
      readonly isOurs?: boolean;
    };

/** The state of an order at its provider. */
export type OrderState = KnownOrderState | OrderRefusal;

/** What a provider reports about an order. */
export interface OrderReport {
  readonly event: 'process' | 'complete' | 'fail';
  readonly reason: string | null;
  /** Whether the reason is ours, so that the merchant reads it; by default it is the provider's, for staff. */
  readonly isOurs?: boolean;
  readonly providerReference: string | null;
}

const EVENTS = { processing: 'process', completed: 'complete', failed: 'fail' } as const;

/** The report that the state amounts to. */
export function reportOf(state: KnownOrderState): OrderReport {
  const { reason, isOurs = false } = state.state === 'failed' ? state : { reason: null };
  return { event: EVENTS[state.state], reason, isOurs, providerReference: state.reference };
}

/** Our account at the provider is empty. */
export function emptyAccount(text: string): OrderRefusal {
  return { state: 'refused', code: 'provider_funds', text };
}
