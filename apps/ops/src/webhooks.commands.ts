import { Accounts, Merchants } from '@app/accounts';
import { DELIVERY_STATUSES, DeliveryLog, withoutQuery, type DeliveryRecord, type ReceiverHealth } from '@app/webhooks';
import { staffMember } from './audit';
import { choice, optional, uuidArgument, type Command } from './command';
import { LIMIT_FLAG, limitFlag, PAGE_FLAGS, pageFlags, pageJson, pageText, tableText } from './listing';

const listDeliveries: Command = {
  name: 'deliveries:list',
  summary: 'List webhook deliveries, newest first',
  flags: {
    account: { value: 'SLUG', meaning: 'only those of this account' },
    status: { value: DELIVERY_STATUSES.join('|'), meaning: 'only those in this status' },
    endpoint: { value: 'ENDPOINT_ID', meaning: 'only those to this endpoint' },
    'payment-link': { value: 'PAYMENT_LINK_ID', meaning: 'only those about this payment link' },
    ...PAGE_FLAGS,
  },
  run: async (app, _args, flags) => {
    const [slug, endpoint, link] = [
      optional(flags, 'account'),
      optional(flags, 'endpoint'),
      optional(flags, 'payment-link'),
    ];
    const filter = {
      status: choice(flags, 'status', DELIVERY_STATUSES, undefined),
      endpointId: endpoint === undefined ? undefined : uuidArgument('--endpoint', endpoint),
      paymentLinkId: link === undefined ? undefined : uuidArgument('--payment-link', link),
      ...pageFlags(flags),
    };
    const account = slug === undefined ? undefined : await app.get(Accounts).getBySlug(slug);
    const page = await app.get(DeliveryLog).list(account?.id, filter);
    const rows = page.items.map(({ id, createdAt, status, event, attempts, url }) => [
      id,
      createdAt.toISOString(),
      status,
      event,
      String(attempts.length),
      lastResultOf(attempts),
      withoutQuery(url),
    ]);
    return {
      json: pageJson('deliveries', page, deliveryJson),
      text: pageText(['ID', 'CREATED', 'STATUS', 'EVENT', 'ATTEMPTS', 'LAST RESULT', 'URL'], rows, page),
    };
  },
};

const showDelivery: Command = {
  name: 'deliveries:show',
  summary: 'Show a webhook delivery with its attempts',
  arguments: { delivery_id: 'id of the delivery: the X-Webhook-Id that the receiver gets' },
  run: async (app, [id]) => {
    const delivery = await app.get(DeliveryLog).read(undefined, uuidArgument('DELIVERY_ID', id));
    return { json: { delivery: { ...deliveryJson(delivery), body: delivery.body } } };
  },
};

const showHealth: Command = {
  name: 'deliveries:health',
  summary: 'List receivers with pending webhook deliveries by merchant, the one with the oldest first',
  flags: { account: { value: 'SLUG', meaning: 'only those of this account' }, limit: LIMIT_FLAG },
  run: async (app, _args, flags) => {
    const slug = optional(flags, 'account');
    const account = slug === undefined ? undefined : await app.get(Accounts).getBySlug(slug);
    const found = await app.get(DeliveryLog).receivers(account?.id, limitFlag(flags));
    const merchants = app.get(Merchants);
    const receivers = await Promise.all(
      found.map(async (receiver) => healthJson(receiver, (await merchants.find(receiver.accountId))?.slug ?? null)),
    );
    const rows = receivers.map((receiver) => [
      receiver.account ?? receiver.account_id,
      receiver.endpoint_id ?? 'addresses of links',
      String(receiver.pending),
      receiver.oldest_created_at.toISOString(),
      receiver.failing_since?.toISOString() ?? '',
      receiver.url ?? '',
    ]);
    const text = tableText(['MERCHANT', 'ENDPOINT', 'PENDING', 'OLDEST', 'FAILING SINCE', 'URL'], rows);
    return { json: { receivers }, text };
  },
};

const resendDelivery: Command = {
  name: 'webhooks:resend',
  summary: 'Queue the event of a webhook delivery once more',
  arguments: { delivery_id: 'id of the delivery' },
  run: async (app, [given]) => {
    const deliveryId = uuidArgument('DELIVERY_ID', given);
    const { id, eventId, endpointId, url } = await app.get(DeliveryLog).resend(staffMember(), deliveryId);
    const about = { id, resend_of: deliveryId, event_id: eventId, endpoint_id: endpointId };
    return { json: { delivery: { ...about, url: withoutQuery(url), status: 'pending' } } };
  },
};

export const webhookCommands: readonly Command[] = [listDeliveries, showDelivery, showHealth, resendDelivery];

function deliveryJson(delivery: DeliveryRecord) {
  const { id, accountId, eventId, event, paymentLinkId, requestId, endpointId } = delivery;
  return {
    id,
    account_id: accountId,
    event_id: eventId,
    event,
    payment_link_id: paymentLinkId,
    request_id: requestId,
    endpoint_id: endpointId,
    url: withoutQuery(delivery.url),
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    completed_at: delivery.completedAt,
    attempts: delivery.attempts.map(({ attempt, startedAt, durationMs, statusCode, error, responseSnippet }) => ({
      attempt,
      started_at: startedAt,
      duration_ms: durationMs,
      status_code: statusCode,
      error,
      response_snippet: responseSnippet,
    })),
  };
}

function healthJson(
  { accountId, endpointId, url, pending, oldestCreatedAt, failingSince }: ReceiverHealth,
  slug: string | null,
) {
  return {
    account: slug,
    account_id: accountId,
    endpoint_id: endpointId,
    url: url === null ? null : withoutQuery(url),
    pending,
    oldest_created_at: oldestCreatedAt,
    failing_since: failingSince,
  };
}

function lastResultOf(attempts: DeliveryRecord['attempts']): string {
  const last = attempts.at(-1);
  return last ? (last.error ?? `status ${last.statusCode}`) : '';
}
