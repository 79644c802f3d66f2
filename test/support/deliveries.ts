import { newId } from '@app/kernel';
import { verifyWebhookSignature, WebhookVerificationError } from '@app/sdk';
import { DELIVERIES } from '@app/webhooks/testing';
import { until } from './conditions';
import type { ReceivedRequest } from './receiver';
import type { Merchant, TestService } from './service';

/** The parts of a registered endpoint that deliveries need. */
export interface TestEndpoint {
  readonly id: string;
  readonly secret: string;
}

/** Registers an endpoint at that address for the merchant's account. */
export async function register(
  { api }: Pick<Merchant, 'api'>,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestEndpoint> {
  const { status, text, body } = await api.post('/v1/webhooks', { url, ...fields });
  if (status !== 201) throw new Error(`the endpoint was not registered: ${text}`);
  return body.data as TestEndpoint;
}

/** Gives the endpoint a new secret, and returns it. */
export async function rotateSecret({ api }: Pick<Merchant, 'api'>, { id }: TestEndpoint): Promise<string> {
  return (await api.post(`/v1/webhooks/${id}/rotate-secret`)).body.data.secret as string;
}

/** Causes an event: cancels a link. Returns the link's id. */
export async function cancelNewLink(
  service: TestService,
  merchant: Pick<Merchant, 'api'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const linkId = await service.createLink(merchant, fields);
  await merchant.api.delete(`/v1/payment-links/${linkId}`);
  return linkId;
}

/** Queues a delivery to an address that a link has for itself; returns the delivery's id. */
export async function queueDelivery(
  service: TestService,
  merchant: Pick<Merchant, 'api'>,
  url = `https://127.0.0.1:9/${newId()}`,
): Promise<string> {
  const linkId = await cancelNewLink(service, merchant, { webhook_url: url });
  const [delivery] = await service.sql<{ id: string }>(
    `SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE e.payment_link_id = $1 AND d.endpoint_id IS NULL`,
    [linkId],
  );
  if (!delivery) throw new Error('nothing was queued');
  return delivery.id;
}

/** Whether a receiver that follows the five steps accepts the request as signed with the secret. */
export function isSignedWith(secret: string, { headers, body }: ReceivedRequest): boolean {
  try {
    verifyWebhookSignature(body, headers, secret);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** The name of the secret that signed the request. */
export function signerOf(request: ReceivedRequest, secrets: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(secrets).find((name) => isSignedWith(secrets[name]!, request));
}

/** Resolves with the outcome of each delivery when nothing more will be sent for the merchant. */
export function allDone(service: TestService, { account }: Pick<Merchant, 'account'>): Promise<string[]> {
  return until('every delivery is done', async () => {
    const rows = await service.sql<{ status: string }>(`SELECT status FROM ${DELIVERIES} WHERE account_id = $1`, [
      account.id,
    ]);
    return rows.every(({ status }) => status !== 'pending') && rows.map(({ status }) => status);
  });
}
