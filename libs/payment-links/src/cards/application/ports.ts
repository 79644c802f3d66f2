import type { Money } from '@app/kernel';
import type { Instruction } from '../../checkout/domain/checkout-order';

export interface CardSessionRequest {
  /** Our id of the link: asking twice with the same one opens one session. */
  linkId: string;
  /** What the payer pays. */
  amount: Money;
  description: string;
}

export interface CardSession {
  /** How the platform names the session, when it is closed and in notifications; the same for the same link. */
  reference: string;
  /** What the payer is told on the checkout page. */
  instructions: readonly Instruction[];
}

/**
 * The platform that takes cards. It is called outside of any transaction. Whatever goes wrong there rejects; how long
 * we wait is our own decision, and the signal tells the adapter that nobody waits any more.
 */
export abstract class CardPlatform {
  /** Its name in `/providers/{provider}/notifications`. */
  abstract readonly provider: string;
  abstract openSession(request: CardSessionRequest, signal: AbortSignal): Promise<CardSession>;
  /** From here on nobody can pay the session. One that is closed already stays so, and that is no failure. */
  abstract closeSession(reference: string, signal: AbortSignal): Promise<void>;
}
