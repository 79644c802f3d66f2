import type { Money } from '@app/kernel';
import type { ProviderAdapter } from '@app/rails';
import type { Instruction } from '../../checkout/domain/instruction';

export interface CardSessionRequest {
  /** Our id of the link. Repeated requests with the same id open one session. */
  linkId: string;
  /** What the payer pays. */
  amount: Money;
  description: string;
  /** The link's checkout page, to which the platform's page sends the payer back. */
  returnUrl: string;
}

export interface CardSession {
  /** The platform's name for the session, used to close it and in notifications; the same for the same link. */
  reference: string;
  /** The instructions that the checkout page shows the payer. */
  instructions: readonly Instruction[];
}

/**
 * A provider that accepts cards. It is called outside any transaction. Every failure rejects the promise. The caller
 * decides how long to wait; the signal tells the adapter that the caller has stopped waiting.
 */
export abstract class CardPlatform implements ProviderAdapter {
  /** The name under which its orders store it. */
  abstract readonly provider: string;
  /** Throws `AmountDeclinedError` when the platform does not take the amount. */
  abstract openSession(request: CardSessionRequest, signal: AbortSignal): Promise<CardSession>;
  /**
   * Closes the session, which can then no longer be paid, or says that it was paid before. Closing a closed session
   * succeeds. Throws while the platform cannot say whether a payment that has begun will succeed.
   */
  abstract closeSession(reference: string, signal: AbortSignal): Promise<'closed' | 'paid'>;
}
