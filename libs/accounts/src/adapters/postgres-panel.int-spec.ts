import { newId } from '@app/kernel';
import { SQLSTATE, sqlStateOf, type Database } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { givenAccount, type AccountRepositories } from '../testing';
import { panelSessionsRepositoryContract } from '../testing/panel-sessions-repository.contract';
import { postgresRepositories } from '../testing/postgres-repositories';
import { signInAttemptsContract } from '../testing/sign-in-attempts.contract';
import { PostgresAuditLog } from './postgres-audit.log';
import { PostgresPanelSessionsRepository } from './postgres-panel-sessions.repository';
import { PostgresSignInAttempts } from './postgres-sign-in.attempts';
import { UserEntity } from './user.entity';

let source: DataSource;
let db: Database;
let subject: AccountRepositories;

beforeAll(async () => {
  source = await testDataSource();
  const { db: database, ...repositories } = postgresRepositories(source);
  [db, subject] = [database, repositories];
});

describe('PostgresPanelSessionsRepository', () => {
  panelSessionsRepositoryContract(() => ({
    ...subject,
    sessions: new PostgresPanelSessionsRepository(source.getRepository(UserEntity), db),
    letPass: async (seconds) => {
      await source.query('UPDATE panel_sessions SET expires_at = expires_at - make_interval(secs => $1)', [seconds]);
    },
  }));
});

describe('PostgresSignInAttempts', () => {
  signInAttemptsContract(() => ({
    attempts: new PostgresSignInAttempts(db),
    uow: subject.uow,
    letPass: async (seconds) => {
      await source.query('UPDATE sign_in_attempts SET ends_at = ends_at - make_interval(secs => $1)', [seconds]);
    },
  }));

  it('keeps no address in clear text', async () => {
    const email = `${newId()}@example.com`;
    await subject.uow.once((tx) => new PostgresSignInAttempts(db).take(tx, email));

    const rows = await source.query('SELECT 1 FROM sign_in_attempts a WHERE a::text LIKE $1', [`%${email}%`]);
    expect(rows).toEqual([]);
  });
});

describe('PostgresAuditLog', () => {
  const id = newId();
  const entries = () => source.query<Record<string, unknown>[]>('SELECT * FROM audit_log WHERE object_id = $1', [id]);

  beforeAll(async () => {
    const { id: accountId } = await givenAccount(subject);
    await subject.uow.run((tx) =>
      new PostgresAuditLog(db).record(tx, {
        actor: { type: 'user', name: 'ana', fromAddress: '192.0.2.1', requestId: 'request-1' },
        action: 'thing.changed',
        object: { type: 'thing', id },
        accountId,
        details: { size: { from: 1, to: null }, names: ['Niño'], left_out: undefined },
      }),
    );
  });

  it('keeps who did what, from where, and when', async () => {
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
    await subject.uow.run((tx) =>
      new PostgresAuditLog(db).record(tx, { actor: { type: 'system', name: 'x' }, action: 'rate.set', object }),
    );
    const [entry] = await source.query('SELECT * FROM audit_log WHERE object_id = $1', [object.id]);

    expect(entry).toMatchObject({ account_id: null, from_address: null, request_id: null, details: {} });
  });

  it('has no entry of what was rolled back', async () => {
    const object = { type: 'thing', id: newId() };
    const failing = subject.uow.run(async (tx) => {
      await new PostgresAuditLog(db).record(tx, { actor: { type: 'system', name: 'x' }, action: 'thing.made', object });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');

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
    ['UPDATE without triggers', `BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit_log SET actor = ''`],
  ])('refuses %s', async (_what, sql) => {
    const runner = source.createQueryRunner();
    const outcome = await runner.query(sql).catch((error: unknown) => error);
    await runner.query('ROLLBACK');
    await runner.release();

    expect(outcome).toMatchObject({ code: '23001', constraint: 'audit_log_append_only' });
    expect(await entries()).toHaveLength(1);
  });

  it('takes nobody for an actor but users, staff and the service', async () => {
    const sql = `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id) VALUES ('', '', '', '', '')`;

    await expect(source.query(sql).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
  });
});
