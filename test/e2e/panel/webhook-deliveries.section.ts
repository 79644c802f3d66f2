import { newId } from '@app/kernel';
import { allDone, cancelNewLink, isSignedWith, queueDelivery, register } from '../../support/deliveries';
import type { HttpClient } from '../../support/http-client';
import { payNewLink } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { data, ids, owner, paged, watchDocumented, type Item } from '../../support/panel-money';
import { Receiver } from '../../support/receiver';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const PATH = '/webhook-deliveries';

describe('webhook deliveries in the panel', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    receiver.requests.length = 0;
    receiver.response = () => 200;
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const read = (id: string) => data(panel, `${PATH}/${id}`);
  const resend = (id: string, headers = {}) => panel.post(`${PATH}/${id}/resend`, undefined, headers);

  it('of a test event are signed, listed, marked as a test, and attempted once', async () => {
    receiver.response = () => 500;
    const { id: endpointId, secret } = await register(merchant, receiver.url('/test'));
    await panel.send('PUT', `/webhooks/${endpointId}`, { is_active: false });
    const { status, body } = await panel.post(`/webhooks/${endpointId}/test`, { event: 'payout.failed' });
    await allDone(service, merchant);
    const [request] = await receiver.received(1, '/test');
    const { id } = body.data as Item;

    expect(status).toBe(200);
    expect(isSignedWith(secret, request!)).toBe(true);
    expect(JSON.parse(request!.body.toString())).toMatchObject({ event: 'payout.failed', test: true });
    expect(await data(panel, PATH)).toMatchObject([{ id, status: 'failed', attempts: [{ status_code: 500 }] }]);
  });

  it('of a test event without a body are payment.completed; sent once more, they are attempted once again', async () => {
    receiver.response = () => 500;
    const { id } = await register(merchant, receiver.url('/test'));
    const { body } = await panel.post(`/webhooks/${id}/test`);
    await allDone(service, merchant);
    await resend((body.data as Item).id as string);
    await allDone(service, merchant);

    expect(await data(panel, PATH)).toMatchObject([
      { event: 'payment.completed', status: 'failed', attempts: [{ number: 1 }] },
      { event: 'payment.completed', status: 'failed', attempts: [{ number: 1 }] },
    ]);
  });

  it('show each attempt and what was sent, in the list and individually, and no secret', async () => {
    receiver.response = (_request, index) =>
      index === 0 ? { status: 500, body: 'oops' } : { status: 200, body: 'ok' };
    const { id: endpointId, secret } = await register(merchant, receiver.url('/hook'));
    const linkId = await cancelNewLink(service, merchant);
    await allDone(service, merchant);
    const list = await panel.get(PATH);
    const [delivery] = list.body.data as Item[];
    const made = { at: expect.stringMatching(ISO), duration_ms: expect.any(Number) };

    expect(delivery).toEqual({
      id: expect.stringMatching(UUID),
      endpoint_id: endpointId,
      url: receiver.url('/hook'),
      event: 'payment_link.cancelled',
      event_id: expect.stringMatching(UUID),
      payment_link_id: linkId,
      status: 'delivered',
      attempts: [
        { number: 1, ...made, status_code: 500, error: 'status 500', answer_excerpt: 'oops' },
        { number: 2, ...made, status_code: 200, error: null, answer_excerpt: 'ok' },
      ],
      next_attempt_at: null,
      created_at: expect.stringMatching(ISO),
      delivered_at: expect.stringMatching(ISO),
      payload: JSON.parse(receiver.requests[0]!.body.toString()),
    });
    expect(receiver.requests[0]!.headers['x-webhook-id']).toBe(delivery!.id);
    expect(await read(delivery!.id)).toEqual(delivery);
    expect(list.text).not.toContain(secret);
  });

  it('show one that failed permanently, and the address of a single link', async () => {
    receiver.response = () => 410;
    await service.createLink(merchant);
    await cancelNewLink(service, merchant, { webhook_url: receiver.url('/link') });
    await allDone(service, merchant);

    expect(await data(panel, PATH)).toMatchObject([
      {
        endpoint_id: null,
        url: receiver.url('/link'),
        status: 'failed',
        delivered_at: null,
        next_attempt_at: null,
        attempts: [1, 2, 3, 4, 5].map((number) => ({ number, status_code: 410 })),
      },
    ]);
  });

  it('are listed newest first, page by page', async () => {
    await register(merchant, receiver.url());
    for (let count = 0; count < 5; count++) await cancelNewLink(service, merchant);
    const { sizes, seen } = await paged(panel, PATH);

    expect(sizes).toEqual([2, 2, 1]);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it('are found by status, endpoint, event and link', async () => {
    receiver.response = ({ path }) => (path === '/down' ? 500 : 200);
    const up = await register(merchant, receiver.url('/up'));
    const down = await register(merchant, receiver.url('/down'), { events: ['payment_link.cancelled'] });
    const cancelled = await cancelNewLink(service, merchant);
    const paid = await payNewLink(service, merchant);
    await allDone(service, merchant);
    const found = async (query: string) =>
      (await data<Item[]>(panel, `${PATH}?${query}`)).map((item) => [item.endpoint_id, item.payment_link_id]);

    expect(await found('status=failed')).toEqual([[down.id, cancelled]]);
    expect(await found('status=pending')).toEqual([]);
    expect(await found(`endpoint_id=${down.id.toUpperCase()}`)).toEqual([[down.id, cancelled]]);
    expect(await found('event=payment.completed')).toEqual([[up.id, paid]]);
    expect(await found(`payment_link_id=${paid}`)).toEqual([[up.id, paid]]);
    expect(await found(`payment_link_id=${cancelled}&status=delivered`)).toEqual([[up.id, cancelled]]);
    expect(await found(`payment_link_id=${cancelled}&endpoint_id=${newId()}`)).toEqual([]);
  });

  it.each([
    ['status', 'lost'],
    ['status', ''],
    ['event', 'payment.unknown'],
    ['endpoint_id', 'x'],
    ['payment_link_id', '1'],
    ['cursor', 'x'],
    ['per_page', '51'],
  ])('reject the filter %s = %j, naming it', async (name, value) => {
    expectError(await panel.get(`${PATH}?${name}=${value}`), 422, 'VALIDATION_FAILED', naming(name));
  });

  describe('POST /webhook-deliveries/{id}/resend', () => {
    it('queues the same event once more, which is delivered', async () => {
      const id = await queueDelivery(service, merchant, receiver.url('/again'));
      await allDone(service, merchant);
      const { status, body } = await resend(id);
      const queued = body.data as Item;
      const old = await read(id);
      const [first, again] = await receiver.received(2, '/again');
      await allDone(service, merchant);

      expect(status).toBe(201);
      expect(queued).toEqual({
        ...old,
        id: expect.stringMatching(UUID),
        status: 'pending',
        attempts: [],
        delivered_at: null,
        next_attempt_at: expect.stringMatching(ISO),
        created_at: expect.stringMatching(ISO),
      });
      expect(again!.body.equals(first!.body)).toBe(true);
      expect(again!.headers['x-webhook-id']).toBe(queued.id);
      expect(await ids(panel, PATH)).toEqual([queued.id, id]);
      expect(await read(queued.id)).toMatchObject({ status: 'delivered', event_id: old.event_id });
    });

    it('under an Idempotency-Key queues it once', async () => {
      const id = await queueDelivery(service, merchant, receiver.url());
      const headers = { 'idempotency-key': newId() };
      const [first, again] = [await resend(id, headers), await resend(id, headers)];

      expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
      expect(await ids(panel, PATH)).toHaveLength(2);
    });

    it('is in the audit log', async () => {
      const id = await queueDelivery(service, merchant, receiver.url());
      const { id: queued, event_id } = (await resend(id)).body.data as Item;

      expect(await service.sql('SELECT * FROM audit_log WHERE object_id = $1', [id])).toMatchObject([
        {
          actor_type: 'user',
          actor: merchant.userId,
          account_id: merchant.account.id,
          action: 'webhook_delivery.resent',
          object_type: 'webhook_delivery',
          details: { queued, event_id },
        },
      ]);
    });
  });

  it('require manage_webhooks and nothing else', async () => {
    const id = await queueDelivery(service, merchant, receiver.url());
    const [reader, manager] = [
      await userWith(service, merchant, 'view_payins', 'manage_api_keys'),
      await userWith(service, merchant, 'manage_webhooks'),
    ];
    for (const [method, path, status] of [
      ['GET', PATH, 200],
      ['GET', `${PATH}/${id}`, 200],
      ['POST', `${PATH}/${id}/resend`, 201],
    ] as const) {
      expectError(await reader.send(method, path), 403, 'PERMISSION_DENIED');
      expect((await manager.send(method, path)).status).toBe(status);
    }
  });

  it('of another account are not found', async () => {
    const id = await queueDelivery(service, merchant, receiver.url());
    const stranger = await owner(service, {});

    expect(await ids(stranger, PATH)).toEqual([]);
    expectError(await stranger.get(`${PATH}/${id}`), 404, 'WEBHOOK_DELIVERY_NOT_FOUND');
    expectError(await stranger.post(`${PATH}/${id}/resend`), 404, 'WEBHOOK_DELIVERY_NOT_FOUND');
    expect(await ids(panel, PATH)).toEqual([id]);
  });
});
