import { Clock, signatureOf } from '@app/kernel';
import { CONFIG, traced, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { deliveryHeaders, settle, type SettledOutcome } from '../domain/delivery';
import { WebhookSender } from './ports';
import type { SignableDelivery } from './signing-secrets';

/** Signs a delivery, sends it, and decides what follows from the receiver's response. */
@Injectable()
export class DeliveryAttempts {
  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'webhookRetryDelaysMs'>,
  ) {}

  /** Resolves when the receiver has responded, or the attempt has timed out. A delivery without a secret is not sent. */
  make(signable: SignableDelivery): Promise<SettledOutcome> {
    const { deliveryId, accountId, endpointId, attempt, requestId } = signable.delivery;
    const attributes = {
      delivery_id: deliveryId,
      account_id: accountId,
      endpoint_id: endpointId ?? undefined,
      attempt,
    };
    return traced('deliver webhook', { kind: 'client', attributes, requestId }, () => this.send(signable));
  }

  private async send({ delivery, secret }: SignableDelivery): Promise<SettledOutcome> {
    const startedAt = this.clock.now();
    const start = performance.now();
    const timestamp = String(Math.floor(startedAt.getTime() / 1000));
    const result =
      secret === undefined
        ? { statusCode: null, error: 'signing secret not available', responseSnippet: null }
        : await this.sender.send({
            url: delivery.url,
            headers: deliveryHeaders(delivery, timestamp, signatureOf(secret, timestamp, delivery.body)),
            body: delivery.body,
          });
    const { deliveryId, attempt, accountId, endpointId, paymentLinkId, requestId } = delivery;
    const name = { deliveryId, accountId, endpointId, paymentLinkId, requestId };
    const durationMs = Math.round(performance.now() - start);
    const outcome = { ...name, attempt, startedAt, durationMs, ...result };
    return settle(outcome, delivery.singleAttempt ? [] : this.config.webhookRetryDelaysMs, Math.random());
  }
}
