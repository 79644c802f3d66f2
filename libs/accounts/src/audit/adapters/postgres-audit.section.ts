import { newId } from '@app/kernel';
import { SQLSTATE, sqlStateOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { PostgresAuditLog } from './postgres-audit.log';
import { PostgresAuditReader } from './postgres-audit.reader';
import type { AuditEntry, AuditQuery, AuditRecord } from '../domain/audit';
import { givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { testDataSource } from '../../../../../test/support/test-database';

describe('the audit log on PostgreSQL', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  describe('PostgresAuditReader', () => {
    const reader = () => new PostgresAuditReader(panel.db);
    const list = (accountId: string, query: Partial<AuditQuery> = {}) =>
      reader().list(accountId, { limit: 10, ...query });
    const idsOf = ({ items }: { items: AuditRecord[] }) => items.map(({ id }) => id);

    async function record(accountId: string, changes: Partial<AuditEntry> = {}): Promise<void> {
      const object = { type: 'thing', id: newId() };
      const entry = { actor: { type: 'staff' as const, name: 'ana' }, action: 'thing.made', object, accountId };
      await panel.uow.run((tx) => new PostgresAuditLog(panel.db).record(tx, { ...entry, ...changes }));
    }

    it('shows who did what: a user by the address, also after the user was deleted', async () => {
      const { id: accountId } = await givenAccount(panel);
      const { id, email } = await givenUser(panel, accountId);
      await record(accountId, { details: { size: 1 }, object: { type: 'thing', id: 'x' } });
      await record(accountId, { actor: { type: 'user', name: id } });
      await panel.uow.run((tx) => panel.users.remove(tx, accountId, email));

      expect((await list(accountId)).items).toMatchObject([
        { actor: { type: 'user', id, name: email } },
        {
          action: 'thing.made',
          actor: { type: 'staff', id: null, name: 'ana' },
          object: { type: 'thing', id: 'x' },
          details: { size: 1 },
          createdAt: expect.any(Date),
        },
      ]);
    });

    it('reads page by page, each entry once, also those of one transaction', async () => {
      const { id: accountId } = await givenAccount(panel);
      const object = { type: 'thing', id: 'x' };
      const entry = { actor: { type: 'system' as const, name: 'test' }, action: 'thing.made', object, accountId };
      await record(accountId);
      await panel.uow.run(async (tx) => {
        for (let count = 0; count < 5; count++) await new PostgresAuditLog(panel.db).record(tx, entry);
      });
      await record((await givenAccount(panel)).id);
      const all = idsOf(await list(accountId));
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null && pages.length < 9;) {
        const page = await list(accountId, { limit: 2, ...(cursor && { cursor }) });
        pages.push(idsOf(page));
        cursor = page.nextCursor;
      }

      expect(all).toEqual([...all].sort((one, other) => Number(other) - Number(one)));
      expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
    });

    it('filters by action, user and period', async () => {
      const { id: accountId } = await givenAccount(panel);
      const user = newId();
      await record(accountId, { action: 'thing.moved' });
      await record(accountId, { actor: { type: 'user', name: user } });
      await record(accountId, { actor: { type: 'staff', name: user } });
      const [staff, users, moved] = (await list(accountId)).items;
      const now = new Date(users!.createdAt.getTime() + 3_600_000);

      expect(idsOf(await list(accountId, { action: 'thing.moved' }))).toEqual([moved!.id]);
      expect(idsOf(await list(accountId, { actorId: user }))).toEqual([users!.id]);
      expect(idsOf(await list(accountId, { from: moved!.createdAt, to: now }))).toEqual([
        staff!.id,
        users!.id,
        moved!.id,
      ]);
      expect(idsOf(await list(accountId, { from: now }))).toEqual([]);
      expect(idsOf(await list(accountId, { to: moved!.createdAt }))).toEqual([]);
    });

    it.each(['', 'x', '1 2', '9'.repeat(17) + ' 1', '1790000000000000 1 1', '1790000000000000 x'])(
      'rejects the cursor %j',
      async (text) => {
        const cursor = Buffer.from(text).toString('base64url');
        await expect(list(newId(), { cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      },
    );

    it('is served by an index, in a period too', async () => {
      const runner = source.createQueryRunner();
      await runner.query('BEGIN');
      await runner.query('SET LOCAL enable_seqscan = off');
      const rows = await runner.query(
        `EXPLAIN SELECT id FROM audit_log WHERE account_id = $1 AND at >= now() - interval '1 day' AND at < now()
        ORDER BY at DESC, id DESC LIMIT 20`,
        [newId()],
      );
      await runner.query('ROLLBACK');
      await runner.release();

      const plan = JSON.stringify(rows);
      expect(plan).toContain('audit_log_account_at_idx');
      expect(plan).not.toContain('Sort');
    });
  });

  describe('PostgresAuditLog', () => {
    const id = newId();
    const entries = () => source.query<Record<string, unknown>[]>('SELECT * FROM audit_log WHERE object_id = $1', [id]);

    beforeAll(async () => {
      const { id: accountId } = await givenAccount(panel);
      await panel.uow.run((tx) =>
        new PostgresAuditLog(panel.db).record(tx, {
          actor: { type: 'user', name: 'ana', fromAddress: '192.0.2.1', requestId: 'request-1' },
          action: 'thing.changed',
          object: { type: 'thing', id },
          accountId,
          details: { size: { from: 1, to: null }, names: ['Niño'], left_out: undefined },
        }),
      );
    });

    it('stores who did what, from where, and when', async () => {
      expect(await entries()).toEqual([
        {
          id: expect.any(String),
          at: expect.any(Date),
          actor_type: 'user',
          actor: 'ana',
          action: 'thing.changed',
          object_type: 'thing',
          object_id: id,
          account_id: expect.any(String),
          from_address: '192.0.2.1',
          request_id: 'request-1',
          details: { size: { from: 1, to: null }, names: ['Niño'] },
        },
      ]);
    });

    it('needs neither account nor origin nor details', async () => {
      const object = { type: 'rate', id: newId() };
      await panel.uow.run((tx) =>
        new PostgresAuditLog(panel.db).record(tx, { actor: { type: 'system', name: 'x' }, action: 'rate.set', object }),
      );
      const [entry] = await source.query('SELECT * FROM audit_log WHERE object_id = $1', [object.id]);

      expect(entry).toMatchObject({ account_id: null, from_address: null, request_id: null, details: {} });
    });

    it('has no entry of a transaction that was rolled back', async () => {
      const object = { type: 'thing', id: newId() };
      const failing = panel.uow.run(async (tx) => {
        await new PostgresAuditLog(panel.db).record(tx, {
          actor: { type: 'system', name: 'x' },
          action: 'thing.made',
          object,
        });
        throw new Error('rejected');
      });
      await expect(failing).rejects.toThrow('rejected');

      expect(await source.query('SELECT 1 FROM audit_log WHERE object_id = $1', [object.id])).toEqual([]);
    });

    it.each([
      ['UPDATE', `UPDATE audit_log SET actor = 'nobody'`],
      ['UPDATE of no row', `UPDATE audit_log SET actor = 'nobody' WHERE false`],
      ['DELETE', 'DELETE FROM audit_log'],
      ['TRUNCATE', 'TRUNCATE audit_log'],
      ['TRUNCATE that cascades', 'TRUNCATE accounts CASCADE'],
      [
        'INSERT that would replace',
        `INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM audit_log ON CONFLICT (id) DO UPDATE SET actor = ''`,
      ],
      [
        'UPDATE without triggers',
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit_log SET actor = ''`,
      ],
    ])('rejects %s', async (_what, sql) => {
      const runner = source.createQueryRunner();
      const outcome = await runner.query(sql).catch((error: unknown) => error);
      await runner.query('ROLLBACK');
      await runner.release();

      expect(outcome).toMatchObject({ code: '23001', constraint: 'audit_log_append_only' });
      expect(await entries()).toHaveLength(1);
    });

    it('accepts only users, staff and the service as actors', async () => {
      const sql = `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id) VALUES ('', '', '', '', '')`;

      await expect(source.query(sql).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
    });
  });
});
