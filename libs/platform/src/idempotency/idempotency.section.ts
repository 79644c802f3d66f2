import { createHash } from 'node:crypto';
import { ConnectionLostError, newId, type IdempotencyClaim, type Tx } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseProxy } from '../../../../test/support/database-proxy';
import { testDatabaseUrl, testDataSource } from '../../../../test/support/test-database';
import { createDataSource, SERVICE_LIMITS } from '../database/data-source';
import { NotificationListener } from '../database/listener';
import { PostgresDatabase, PostgresUnitOfWork } from '../database/postgres-database';
import { Encrypter } from '../secrets/encrypter';
import { Idempotency } from './idempotency';
import { IdempotentCalls } from './idempotent-calls';

function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

describe('idempotency keys', () => {
  const body = { amount: '10.00' };
  const response = { data: { id: 'x', payer: 'Ana' } };
  let source: DataSource;
  let uow: PostgresUnitOfWork;
  let idempotency: Idempotency;
  let scope: { caller: string; path: string };

  const begin = (key: string, sent: unknown = body, of = scope) =>
    uow.once((tx) => idempotency.begin(tx, of, key, sent, true));
  const keep = (tx: Tx, held: IdempotencyClaim) =>
    idempotency.keep(tx, { claim: held, present: (data) => ({ data }) }, response.data);
  const claim = async (key: string): Promise<IdempotencyClaim> => {
    const begun = await begin(key);
    if (begun.outcome !== 'claimed') throw new Error('expected a claim');
    return begun.claim;
  };
  const expireLease = (key: string) =>
    source.query(
      `UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = $1 AND scope LIKE $2`,
      [key, `${scope.caller}%`],
    );

  beforeAll(async () => {
    source = await testDataSource(20);
    uow = new PostgresUnitOfWork(source);
    idempotency = new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 1)));
  });

  beforeEach(() => {
    scope = { caller: newId(), path: '/v1/payment-links' };
  });

  it('let the first call execute, and give a repeated call the same response', async () => {
    const held = await claim('k');
    await uow.run((tx) => keep(tx, held));
    expect(await begin('k')).toEqual({ outcome: 'replay', response });
  });

  it('can be used again at once when the process of the first call is gone (rule 16.14)', async () => {
    const process = new NotificationListener(await testDatabaseUrl());
    await process.start();
    const there = new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 1)), () =>
      process.presence(),
    );
    const { outcome } = await uow.once((tx) => there.begin(tx, scope, 'k', body, true));
    expect(outcome).toBe('claimed');
    await expect(begin('k')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });

    await process.stop();
    expect(await begin('k')).toMatchObject({ outcome: 'claimed' });
  });

  describe('of a process whose database was away', () => {
    const other = newId();
    let process: NotificationListener;
    let calls: IdempotentCalls;
    let there: Idempotency;

    beforeAll(async () => {
      process = new NotificationListener(await testDatabaseUrl());
      await process.start();
      there = new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 1)), () =>
        process.presence(),
      );
      calls = new IdempotentCalls(there, uow);
    });
    afterAll(() => process.stop());

    const run = (call: () => Promise<unknown> = async () => other) => calls.run(scope, 'k', body, call);

    it('can be used again at once there when its claim was stored and its connection lost (rule 16.14)', async () => {
      const once = jest.spyOn(uow, 'once').mockImplementationOnce(async (work) => {
        await uow.run(work);
        throw new ConnectionLostError('the commit got no response');
      });
      await expect(run()).rejects.toThrow(ConnectionLostError);
      once.mockRestore();
      await expect(begin('k')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      await expect(run()).resolves.toEqual({ response: other, isReplay: false });
    });

    it('cannot be used again there while a call with it runs', async () => {
      const [claimed, ended] = [signal(), signal()];
      const first = run(async () => {
        claimed.give();
        await ended.given;
      });
      await claimed.given;
      await expect(run()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      await expect(run()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      ended.give();
      await first;
    });
  });

  it('give the response of a call whose commit got no response, and not another one', async () => {
    const proxy = await DatabaseProxy.start(await testDatabaseUrl());
    const limits = { ...SERVICE_LIMITS, silenceMs: 100 };
    const silenced = await createDataSource(proxy.url, 2, 'test', [], limits).initialize();
    const own = new Idempotency(new PostgresDatabase(silenced), new Encrypter(Buffer.alloc(32, 1)));
    const held = await claim('k');
    const call = new PostgresUnitOfWork(silenced).run(async (tx) => {
      await own.keep(tx, { claim: held, present: (data) => ({ data }) }, response.data);
      proxy.silence('responses');
    });
    await expect(call).rejects.toThrow(ConnectionLostError);
    await uow.once((tx) => idempotency.release(tx, held));

    expect(await begin('k')).toEqual({ outcome: 'replay', response });
    await silenced.destroy();
    await proxy.close();
  });

  it('store nothing of a body that a reader of the table could try out', async () => {
    const body = { password: 'correct horse' };
    await uow.once((tx) => idempotency.begin(tx, scope, 'k', body, true));
    const [{ body_hash }] = await source.query<[{ body_hash: Buffer }]>(
      'SELECT body_hash FROM idempotency_keys WHERE key = $1 AND scope LIKE $2',
      ['k', `${scope.caller}%`],
    );

    expect(body_hash).toHaveLength(32);
    expect(body_hash).not.toEqual(createHash('sha256').update(JSON.stringify(body)).digest());
    const other = new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 2)));
    await expect(uow.once((tx) => other.begin(tx, scope, 'k', body, true))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  describe('while SECRETS_KEY is rotated', () => {
    const rotated = () =>
      new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 2), Buffer.alloc(32, 1)));
    const beginRotated = (sent: unknown) => uow.once((tx) => rotated().begin(tx, scope, 'k', sent, true));

    it('give a call that was first made under the previous key the same response', async () => {
      const held = await claim('k');
      await uow.run((tx) => keep(tx, held));
      expect(await beginRotated(body)).toEqual({ outcome: 'replay', response });
    });

    it('reject another body than that of a call under the previous key', async () => {
      const held = await claim('k');
      await uow.run((tx) => keep(tx, held));
      await expect(beginRotated({ amount: '11.00' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    });

    it('can be claimed again after a call under the previous key crashed', async () => {
      await claim('k');
      await expireLease('k');
      expect(await beginRotated(body)).toMatchObject({ outcome: 'claimed' });
    });
  });

  it('let exactly one of 20 concurrent calls execute', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        begin('k').then(
          ({ outcome }) => outcome,
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'IDEMPOTENCY_IN_PROGRESS')).toHaveLength(19);
  });

  it('give the same body the same response, whatever the order of its members (rule 16.7)', async () => {
    const held = (await begin('k', { amount: '10.00', payer: { name: 'Ana', id: 1 } })) as { claim: IdempotencyClaim };
    await uow.run((tx) => keep(tx, held.claim));
    expect(await begin('k', { payer: { id: 1, name: 'Ana' }, amount: '10.00' })).toEqual({
      outcome: 'replay',
      response,
    });
  });

  it('reject another spelling of a value, which is another body', async () => {
    const held = await claim('k');
    await uow.run((tx) => keep(tx, held));
    await expect(begin('k', { amount: '10.0' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('reject another body under the same key', async () => {
    const held = await claim('k');
    await uow.run((tx) => keep(tx, held));
    await expect(begin('k', { amount: '11.00' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('do not apply to another account or another path', async () => {
    await claim('k');
    expect(await begin('k', body, { ...scope, caller: newId() })).toMatchObject({ outcome: 'claimed' });
    expect(await begin('k', body, { ...scope, path: '/v1/webhooks' })).toMatchObject({ outcome: 'claimed' });
  });

  it('can be used again at once after the call failed', async () => {
    const held = await claim('k');
    await uow.once((tx) => idempotency.release(tx, held));
    expect(await begin('k', { amount: '11.00' })).toMatchObject({ outcome: 'claimed' });
  });

  it('can be claimed again after a call crashed', async () => {
    await claim('k');
    await expireLease('k');
    expect(await begin('k')).toMatchObject({ outcome: 'claimed' });
  });

  it('roll back a call that was too slow and lost its claim', async () => {
    const slow = await claim('k');
    await expireLease('k');
    await claim('k');
    await expect(uow.run((tx) => keep(tx, slow))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
  });

  it('store nothing when the creating transaction is rolled back', async () => {
    const held = await claim('k');
    const creating = uow.run(async (tx) => {
      await keep(tx, held);
      throw new Error('crash');
    });
    await expect(creating).rejects.toThrow('crash');
    await expect(begin('k')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  });

  it('store nothing for a call without a key', async () => {
    await expect(uow.run((tx) => idempotency.keep(tx, undefined, response.data))).resolves.toBeUndefined();
  });

  it('can be used for a new call a day after their first use', async () => {
    const held = await claim('k');
    await uow.run((tx) => keep(tx, held));
    await source.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope LIKE $1`, [
      `${scope.caller}%`,
    ]);
    expect(await begin('k', { amount: '11.00' })).toMatchObject({ outcome: 'claimed' });
  });

  it('are deleted when they are older than a day, and not before', async () => {
    await claim('old');
    await claim('new');
    await source.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope LIKE $1 AND key = 'old'`,
      [`${scope.caller}%`],
    );
    await uow.once((tx) => idempotency.forgetOld(tx, 1_000_000));
    const left = (await source.query(`SELECT key FROM idempotency_keys WHERE scope LIKE $1`, [
      `${scope.caller}%`,
    ])) as unknown[];
    expect(left).toEqual([{ key: 'new' }]);
  });

  it('do not reveal a stored response to readers of the table', async () => {
    const held = await claim('k');
    await uow.run((tx) => keep(tx, held));
    const [row] = await source.query<{ response: Buffer }[]>(
      `SELECT answer AS response FROM idempotency_keys WHERE scope LIKE $1`,
      [`${scope.caller}%`],
    );
    expect(row!.response.includes('Ana')).toBe(false);
  });
});
