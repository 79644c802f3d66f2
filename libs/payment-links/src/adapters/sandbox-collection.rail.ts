import {
  CollectionRail,
  type RailMessage,
  type RailNotification,
  type RailOrder,
  type RailOrderRequest,
} from '../application/ports';
import { sandboxInstructions } from './sandbox-instructions';
import { SignedNotifications } from './signed-notifications';

export const SANDBOX_PROVIDER = 'sandbox';

/**
 * Stands in for the local rails. It opens orders without calling anybody, and like a real rail it tells of payments
 * only by signed notifications.
 */
export class SandboxCollectionRail extends CollectionRail {
  readonly provider = SANDBOX_PROVIDER;
  private readonly notifications: SignedNotifications;

  constructor(secret: Buffer) {
    super();
    this.notifications = new SignedNotifications(this.provider, secret);
  }

  static secretFrom(secretsKey: Buffer): Buffer {
    return SignedNotifications.secretFrom(secretsKey, SANDBOX_PROVIDER);
  }

  open({ orderId, method, amount, description, now }: RailOrderRequest): Promise<RailOrder> {
    const reference = `sbx_${orderId.replaceAll('-', '')}`;
    const { expiresInSeconds } = method;
    return Promise.resolve({
      reference,
      instructions: sandboxInstructions(method, reference, amount, description),
      expiresAt: expiresInSeconds === null ? null : new Date(now.getTime() + expiresInSeconds * 1_000),
    });
  }

  readNotification(message: RailMessage): RailNotification {
    return this.notifications.readNotification(message);
  }

  /** What the rail puts into `X-Rail-Signature`. */
  sign(timestamp: string, body: Buffer): string {
    return this.notifications.sign(timestamp, body);
  }
}
