import { readOrderForm } from '../../../apps/api/src/checkout/order-form';
import { newId } from '@app/kernel';
import { SandboxCollectionRail } from '@app/providers';
import fc from 'fast-check';
import { isOurs } from '../../support/response-faults';
import {
  Body,
  holds,
  hostileBody,
  hostileHeader,
  hostileId,
  hostileText,
  type Members,
} from '../../support/hostile-input';
import { InputTrial } from '../../support/input-trial';
import { storePayout } from '../../support/stored-payouts';

const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

let trial: InputTrial;

beforeAll(async () => {
  trial = await InputTrial.ofThisFile();
});

const newLink = () => trial.service.createLink(trial.merchant);

describe('the checkout’s order form, with any input', () => {
  const fields = ['method', 'name', 'email', 'document', '__proto__', 'constructor', 'status', 'link_id'];
  const good: Record<string, string> = { method: 'ars_transfer', name: 'Ana', email: 'ana@example.com', document: '1' };
  const changes = fc.uniqueArray(fc.tuple(fc.constantFrom(...fields), hostileText), {
    maxLength: 3,
    selector: ([field]) => field,
  });

  const order = (linkId: string, body: string | Buffer, headers: readonly (readonly [string, string])[] = FORM) =>
    trial.ask({ as: 'anonymous', method: 'POST', target: `/checkout/${linkId}/orders`, headers, body });

  it('opens an order for the given payer, or shows the form again', async () => {
    await holds(changes, async (changed) => {
      const linkId = await newLink();
      const form = new URLSearchParams(Object.entries({ ...good, ...Object.fromEntries(changed) })).toString();
      const { status } = await order(linkId, form);

      const { name: sentName, ...codes } = readOrderForm(Object.fromEntries(new URLSearchParams(form)));
      const orders = await trial.service.sql('SELECT method, payer FROM checkout_orders WHERE link_id = $1', [linkId]);
      const [name, email, document] = [sentName, codes.email, codes.document].map((value) => value || null);
      const { method } = codes;
      expect([303, 413, 422]).toContain(status);
      expect(orders).toEqual(status === 303 ? [{ method, payer: { name, email, document } }] : []);
    });
  });

  it.each([
    ['nothing', ''],
    ['no form', '{"method":"ars_transfer"}'],
    ['fields as lists', 'method[]=ars_transfer&method=ars_transfer&method=ars_qr'],
    ['fields as objects', 'method[__proto__]=ars_transfer&method.length=1'],
    ['too many fields', Array.from({ length: 30 }, (_, index) => `f${index}=1`).join('&')],
    ['the most that is read', `name=${'x'.repeat(10_235)}`],
    ['one byte more', `name=${'x'.repeat(10_236)}`],
  ])('is rejected with a page when it holds %s', async (_what, form) => {
    const { status } = await order(await newLink(), form);

    expect(status).toBe(form.length > 10_240 || form.startsWith('f0') ? 413 : 422);
  });

  it('is rejected with a page when it holds bytes that are not UTF-8', async () => {
    const { status, text } = await order(await newLink(), 'method=%E0%A4%A&name=%');

    expect([status, text.startsWith('<!doctype html>')]).toEqual([400, true]);
  });

  it('is read whatever encoding its label claims', async () => {
    const type = 'application/x-www-form-urlencoded; charset=x';
    const { status } = await order(await newLink(), 'method=ars_transfer', [['Content-Type', type]]);

    expect(status).toBe(303);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'is empty when it comes as %s',
    async (type) => {
      const { status } = await order(await newLink(), 'method=ars_transfer', [['Content-Type', type]]);

      expect([400, 422]).toContain(status);
    },
  );

  it('is rejected from any other origin, in any spelling', async () => {
    const linkId = await newLink();
    const origins = fc.oneof(
      hostileHeader,
      fc.constantFrom('null', 'https://pay.example.com.evil', '//pay.example.com'),
    );
    await trial.writingNothing(() =>
      holds(origins, async (origin) => {
        const target = `/checkout/${linkId}/orders`;
        const headers = [...FORM, ['Origin', origin]] as const;
        const body = 'method=ars_transfer';
        const response = await trial.send({ as: 'anonymous', method: 'POST', target, headers, body });
        if (isOurs(response)) expect(response.status).toBe(403);
      }),
    );
  });

  it.each(['', '/orders', '/status'])('accepts only valid ids: /checkout/{id}%s', async (rest) => {
    await trial.writingNothing(() =>
      holds(hostileId(newId()), async (id) => {
        const { status } = await trial.send({ as: 'anonymous', method: 'GET', target: `/checkout/${id}${rest}` });
        expect([303, 400, 404, 431]).toContain(status);
      }),
    );
  });
});

describe('the providers’ notifications, with any content', () => {
  const target = '/providers/sandbox/notifications';

  /** Signed like the rail: the service reads only notifications of the rail. */
  function signed(content: Buffer): [string, string][] {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = trial.service.get(SandboxCollectionRail).sign(timestamp, content);
    return [
      ['X-Rail-Timestamp', timestamp],
      ['X-Rail-Signature', signature],
    ];
  }

  it('are rejected, or stored unchanged, and credited when they are valid', async () => {
    const good: Members = {
      id: '"@id"',
      type: '"payment.received"',
      reference: '"@reference"',
      amount: '"15000.00"',
      currency: '"ARS"',
      payer: '{"name":"Ana","email":"ana@example.com","document":"1"}',
    };
    const knownIds = new Set<unknown>();
    await holds(hostileBody(good), async ({ content }) => {
      const linkId = await newLink();
      const { reference } = await trial.service.openOrder(linkId);
      const id = newId();
      const body =
        typeof content === 'string'
          ? Buffer.from(content.replaceAll('@id', id).replaceAll('@reference', reference))
          : content;
      const { status } = await trial.ask({
        as: 'anonymous',
        method: 'POST',
        target,
        headers: signed(body),
        body,
        // Money for an unknown order becomes a payment exception.
        rejectionWrites: ['payment_exceptions', 'journal_entries', 'postings'],
      });

      const stored = await trial.service.sql(
        `SELECT b.body, n.outcome FROM provider_notifications n
           JOIN provider_notification_bodies b USING (provider, notification_id, received_at)
          WHERE n.reference = $1 OR n.notification_id = $2`,
        [reference, id],
      );
      expect([200, 400, 404, 413]).toContain(status);
      // A repeated id is the same notification, with any other content.
      const given = status === 200 ? (JSON.parse(body.toString()) as { id: unknown }).id : undefined;
      expect(stored.map((row) => row.body)).toEqual(status === 200 && !knownIds.has(given) ? [body.toString()] : []);
      knownIds.add(given);
      const [link] = await trial.service.sql('SELECT status FROM payment_links WHERE id = $1', [linkId]);
      expect(link!.status === 'completed').toBe(stored[0]?.outcome === 'credited');
    });
  });

  it.each(['X-Rail-Timestamp', 'X-Rail-Signature'])('are rejected with any other %s', async (name) => {
    const body = Buffer.from(JSON.stringify({ id: newId(), type: 'order.lapsed', reference: 'x' }));
    await trial.writingNothing(() =>
      holds(hostileHeader, async (value) => {
        const headers = signed(body).map(([each, own]): [string, string] => [each, each === name ? value : own]);
        const response = await trial.send({ as: 'anonymous', method: 'POST', target, headers, body });
        if (isOurs(response)) expect([response.status, response.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
      }),
    );
  });

  it('are rejected for any other provider name', async () => {
    const body = Buffer.from('{}');
    await trial.writingNothing(() =>
      holds(hostileId('sandbox-and-no-more'), async (name) => {
        const response = await trial.send({
          as: 'anonymous',
          method: 'POST',
          target: `/providers/${name}/notifications`,
          headers: signed(body),
          body,
        });
        if (isOurs(response)) expect([response.status, response.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
      }),
    );
  });

  it.each([1_048_576, 1_048_577])('of %i bytes are read up to 1 MB', async (length) => {
    const body = Buffer.alloc(length, ' ');
    const { status } = await trial.ask({ as: 'anonymous', method: 'POST', target, headers: signed(body), body });

    expect(status).toBe(length > 1_048_576 ? 413 : 400);
  });
});

describe('the sandbox simulator, with any input', () => {
  const good: Members = {
    event: '"pay"',
    method: '"ars_transfer"',
    payer: '{"name":"Ana","email":"ana@example.com","document":"1"}',
    amount: '15000',
  };
  const JSON_TYPE = [['Content-Type', 'application/json']] as const;

  it.each(['payment-links', 'cards/payment-links'])(
    '/sandbox/%s: executes the request, or rejects it and does nothing',
    async (lane) => {
      const types = fc.constantFrom(JSON_TYPE, JSON_TYPE, FORM);
      await holds(fc.tuple(hostileBody(good), types), async ([body, headers]) => {
        const created = await trial.merchant.api.post(`/v1/${lane}`, {
          amount: 15000,
          currency: 'ARS',
          description: 'x',
        });
        const target = `/sandbox/${lane}/${created.body.data.id as string}/simulate`;
        const { status, body: response } = await trial.ask({
          as: 'anonymous',
          method: 'POST',
          target,
          headers,
          body: body.content,
        });
        expect([200, 413, 422]).toContain(status);
        if (status === 200) expect(response.data.event).toBe(body.json['event']);
      });
    },
  );

  it.each`
    what         | good
    ${'payouts'} | ${{ event: '"complete"', reason: '"Closed account."' }}
    ${'wallets'} | ${{ event: '"deposit"', amount: '"250.50"' }}
  `('/sandbox/$what: does it, or rejects and does nothing', async ({ what, good: members }) => {
    const { merchant, service } = trial;
    const payer = { accountId: merchant.account.id, walletId: merchant.local!.id, userId: merchant.userId };
    await holds(
      fc.tuple(hostileBody(members as Members), fc.constantFrom(JSON_TYPE, FORM)),
      async ([body, headers]) => {
        const id = what === 'payouts' ? await storePayout(service.api.app, payer, 'HOLD') : merchant.usd!.id;
        const target = `/sandbox/${what as string}/${id}/simulate`;
        const { status, body: response } = await trial.ask({
          as: 'anonymous',
          method: 'POST',
          target,
          headers,
          body: body.content,
        });
        expect([200, 413, 422]).toContain(status);
        if (status === 200) expect(response.data.event).toBe(body.json['event']);
      },
    );
  });

  it.each(['payouts', 'wallets'])('/sandbox/%s: is about an id that exists, and nothing else', async (what) => {
    await trial.writingNothing(() =>
      holds(hostileId(newId()), async (id) => {
        const target = `/sandbox/${what}/${id}/simulate`;
        const body = what === 'payouts' ? '{"event":"complete"}' : '{"event":"deposit","amount":1}';
        const response = await trial.send({ as: 'anonymous', method: 'POST', target, headers: JSON_TYPE, body });
        if (isOurs(response)) expect(response.status).toBe(404);
      }),
    );
  });

  it('rejects JSON that is sent as a form when it is nested too deeply', async () => {
    const body = `{"event":"pay","deeper":${'{"a":'.repeat(10_000)}0${'}'.repeat(10_001)}`;
    const target = `/sandbox/payment-links/${await newLink()}/simulate`;
    const { status } = await trial.ask({ as: 'anonymous', method: 'POST', target, headers: FORM, body });

    expect(status).toBe(422);
  });

  it('treats a form as plain fields only', async () => {
    const form = fc
      .array(fc.tuple(fc.constantFrom('event', 'method', 'payer', 'amount', '__proto__', ''), hostileText), {
        maxLength: 4,
      })
      .map((pairs) => new Body(new URLSearchParams(pairs).toString()));
    const target = `/sandbox/payment-links/${await newLink()}/simulate`;
    await trial.writingNothing(() =>
      holds(form, async ({ content }) => {
        const { status } = await trial.send({ as: 'anonymous', method: 'POST', target, headers: FORM, body: content });
        expect(status).toBe(422);
      }),
    );
  });
});
