import { CardPlatform, type CardSession, type CardSessionRequest } from '@app/payment-links';
import type { EncryptionKeys } from '@app/platform';
import type { Fact, ProviderMessage } from '@app/rails';
import { once } from 'node:events';
import {
  SandboxNotifications,
  type SandboxChannel,
  type SandboxNotification,
  type SharedSecrets,
  type SignedMessage,
} from './sandbox-notifications';

export const SANDBOX_CARDS_PROVIDER = 'sandbox_cards';

/** Ends the reference of a session that cannot be closed: the platform keeps nothing else of a session. */
const STUCK = '_stuck';

/**
 * Stands in for the card platform. It keeps no sessions, because a reference is derived only from the link's id, and
 * reports payments by signed notifications. With `obeysDescriptions`, a description that contains `[card:fail]`,
 * `[card:timeout]` or `[card:fail-cancel]` makes it refuse the session, never respond, or refuse to close it.
 */
export class SandboxCardPlatform extends CardPlatform implements SandboxChannel {
  readonly provider = SANDBOX_CARDS_PROVIDER;
  private readonly notifications: SandboxNotifications;

  constructor(
    secrets: SharedSecrets,
    private readonly obeysDescriptions: boolean,
  ) {
    super();
    this.notifications = new SandboxNotifications(this.provider, secrets);
  }

  static secretsFrom(keys: EncryptionKeys): SharedSecrets {
    return SandboxNotifications.secretsFrom(keys, SANDBOX_CARDS_PROVIDER);
  }

  async openSession({ linkId, description }: CardSessionRequest, signal: AbortSignal): Promise<CardSession> {
    signal.throwIfAborted();
    const told = (word: string) => this.obeysDescriptions && description.includes(`[card:${word}]`);
    if (told('fail')) throw new Error('the sandbox card platform was told to fail');
    if (told('timeout')) await silence(signal);
    const reference = `sbxc_${linkId.replaceAll('-', '')}${told('fail-cancel') ? STUCK : ''}`;
    return {
      reference,
      instructions: [
        { label: 'card_page', value: '', kind: 'simulated' },
        { label: 'reference', value: reference, kind: 'copy' },
      ],
    };
  }

  async closeSession(reference: string, signal: AbortSignal): Promise<'closed'> {
    signal.throwIfAborted();
    if (reference.endsWith(STUCK)) throw new Error('the sandbox card platform was told to fail');
    return 'closed';
  }

  read(message: ProviderMessage): Fact {
    return this.notifications.read(message);
  }

  /** The value of the platform's `X-Rail-Signature` header. */
  sign(timestamp: string, body: Buffer): string {
    return this.notifications.sign(timestamp, body);
  }

  /** The notification as the platform sends it now, signed. */
  message(notification: SandboxNotification, now: Date): SignedMessage {
    return this.notifications.message(notification, now);
  }
}

/** Never responds; rejects when the caller gives up. */
async function silence(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}
