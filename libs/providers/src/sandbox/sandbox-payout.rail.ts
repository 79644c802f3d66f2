import type { EncryptionKeys } from '@app/platform';
import type { Fact, ProviderMessage } from '@app/rails';
import { PayoutRail, type RailKnowledge, type RailPayoutOrder, type RailSubmission } from '@app/transfers';
import { readPayout } from './sandbox-notification-contents';
import {
  SandboxNotifications,
  type SandboxChannel,
  type SandboxNotification,
  type SharedSecrets,
  type SignedMessage,
} from './sandbox-notifications';
import { unattendedEventOf } from './sandbox-outflow';
import type { NewSandboxOutflow, SandboxOutflowLedger } from './sandbox-outflow.ledger';

export const SANDBOX_PAYOUTS_PROVIDER = 'sandbox_payouts';

/** A payout as the sandbox gets it. */
export type SandboxPayoutOrder = Pick<NewSandboxOutflow, 'id' | 'amount' | 'holder'>;

/**
 * Stands in for the payout rails. It keeps its own ledger and pays nothing. With a delay, an accepted payout completes
 * automatically after it; a holder whose name contains `FAIL` makes it fail, one with `HOLD` makes it wait for a
 * tester. Without a delay every payout waits, whatever the name.
 */
export class SandboxPayoutRail extends PayoutRail implements SandboxChannel {
  readonly provider = SANDBOX_PAYOUTS_PROVIDER;
  private readonly notifications: SandboxNotifications;

  constructor(
    secrets: SharedSecrets,
    private readonly ledger: SandboxOutflowLedger,
    private readonly delayMs: number | null,
  ) {
    super();
    this.notifications = new SandboxNotifications(this.provider, secrets, readPayout);
  }

  static secretsFrom(keys: EncryptionKeys): SharedSecrets {
    return SandboxNotifications.secretsFrom(keys, SANDBOX_PAYOUTS_PROVIDER);
  }

  async submit({ payoutId, amount, destination }: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission> {
    signal.throwIfAborted();
    const payout = this.outflow({ id: payoutId, amount, holder: destination.name });
    return { outcome: 'accepted', reference: await this.ledger.submit(payout, this.delayOf(payout)) };
  }

  /** A payout that came back stays completed: only the notification reports the return. */
  async find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge> {
    signal.throwIfAborted();
    const payout = await this.ledger.find(payoutId);
    if (!payout) return { state: 'unknown' };
    const { state, reference, reason, amount } = payout;
    if (state === 'failed') return { state, reference, reason };
    return state === 'processing' ? { state, reference } : { state: 'completed', reference, amount };
  }

  /** Accepts a payout before the service has submitted it, for a tester who is faster. */
  register(payout: SandboxPayoutOrder): Promise<void> {
    return this.ledger.register(this.outflow(payout), this.delayOf(payout));
  }

  read(message: ProviderMessage): Fact {
    return this.notifications.read(message);
  }

  /** The notification as the rail sends it now, signed. */
  message(notification: SandboxNotification, now: Date): SignedMessage {
    return this.notifications.message(notification, now);
  }

  private outflow(payout: SandboxPayoutOrder): NewSandboxOutflow {
    return { kind: 'payout', provider: this.provider, ...payout };
  }

  private delayOf({ holder }: SandboxPayoutOrder): number | null {
    return unattendedEventOf(holder) === null ? null : this.delayMs;
  }
}
