import { newId } from '@app/kernel';
import { DELIVERIES } from '@app/webhooks/testing';
import { userInfo } from 'node:os';
import { allDone, cancelNewLink, isSignedWith, register, type TestEndpoint } from '../../support/deliveries';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';

describe('webhooks:resend, the staff’s command that sends a webhook again', () => {
  let service: TestService;
  let staff: StaffTool;
  let receiver: Receiver;
  let merchant: Merchant;
  let endpoint: TestEndpoint;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    staff = await StaffTool.open(service.config.databaseUrl ?? '');
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    receiver.requests.length = 0;
    receiver.response = () => 200;
    merchant = await service.merchant();
    endpoint = await register(merchant, receiver.url('/hook?token=secret'));
  });

  afterAll(async () => {
    await staff.close();
    await service.stop();
    await receiver.stop();
  });

  const resend = (...args: string[]) => staff.run('webhooks:resend', ...args);

  const deliveriesNow = () =>
    service.sql<{ id: string; status: string }>(
      `SELECT id, status FROM ${DELIVERIES} WHERE account_id = $1 ORDER BY id`,
      [merchant.account.id],
    );

  const audited = () =>
    service.sql(`SELECT * FROM audit_log WHERE account_id = $1 AND actor_type = 'staff'`, [merchant.account.id]);

  /** Waits until an event of the account is delivered or has failed; returns the id of its delivery. */
  async function finishedDelivery(wanted: 'delivered' | 'failed' = 'delivered'): Promise<string> {
    await cancelNewLink(service, merchant);
    await allDone(service, merchant);
    const [delivery] = await deliveriesNow();
    expect(delivery!.status).toBe(wanted);
    return delivery!.id;
  }

  it('sends a delivered webhook again: the same body, as a first attempt under a new id', async () => {
    const id = await finishedDelivery();
    const { exitCode, json } = await resend(id);
    const [first, again] = await receiver.received(2);

    expect(exitCode).toBe(0);
    expect(again!.body.equals(first!.body)).toBe(true);
    expect([first, again].map((request) => request!.headers['x-webhook-id'])).toEqual([id, json.delivery.id]);
    expect(json.delivery.id).not.toBe(id);
    expect(again!.headers).not.toHaveProperty('x-webhook-retry');
    expect(isSignedWith(endpoint.secret, again!)).toBe(true);
  });

  it('prints the queued delivery, without the query of its URL, which may hold a secret', async () => {
    const id = await finishedDelivery();
    const { json } = await resend(id);
    const [first] = receiver.arrived();

    expect(json).toEqual({
      delivery: {
        id: expect.any(String),
        resend_of: id,
        event_id: JSON.parse(first!.body.toString()).id,
        endpoint_id: endpoint.id,
        url: receiver.url('/hook'),
        status: 'pending',
      },
    });
  });

  it('sends a failed webhook again when its receiver works', async () => {
    receiver.response = () => 500;
    const id = await finishedDelivery('failed');
    receiver.response = () => 200;
    await resend(id);
    await allDone(service, merchant);

    expect((await deliveriesNow()).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });

  it('records in the audit log who sent which delivery again', async () => {
    const id = await finishedDelivery();
    const { json } = await resend(id);

    expect(await audited()).toMatchObject([
      {
        actor_type: 'staff',
        actor: userInfo().username,
        action: 'webhook_delivery.resent',
        object_type: 'webhook_delivery',
        object_id: id,
        account_id: merchant.account.id,
        details: { queued: json.delivery.id, event_id: json.delivery.event_id },
      },
    ]);
  });

  it.each([
    ['an unknown id', 'WEBHOOK_DELIVERY_NOT_FOUND', () => [newId()]],
    ['the id of something else', 'WEBHOOK_DELIVERY_NOT_FOUND', () => [endpoint.id]],
    ['an id that is not a UUID', 'VALIDATION_FAILED', () => ['latest']],
    ['no id', 'VALIDATION_FAILED', () => []],
    ['two ids', 'VALIDATION_FAILED', () => [newId(), newId()]],
  ])('rejects %s with %s', async (_mistake, code, args) => {
    await staff.expectError(code, 'webhooks:resend', ...args());
  });

  it('names the argument that must be a UUID', async () => {
    const message = await staff.expectError('VALIDATION_FAILED', 'webhooks:resend', 'latest');

    expect(message).toBe('DELIVERY_ID must be a UUID');
  });

  it('queues and records nothing when it is rejected', async () => {
    const id = await finishedDelivery();
    const [entry] = await service.sql<{ count: string }>('SELECT count(*) FROM audit_log');
    await resend(newId());

    expect(await service.sql('SELECT count(*) FROM audit_log')).toEqual([entry]);
    expect((await deliveriesNow()).map((delivery) => delivery.id)).toEqual([id]);
  });
});
