import { Client } from 'pg';
import { DatabaseProxy } from '../../../../test/support/database-proxy';
import { testDatabaseUrl } from '../../../../test/support/test-database';
import { NotificationListener } from './listener';

const LISTENERS = `SELECT pid FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()`;

describe('NotificationListener', () => {
  let url: string;
  let admin: Client;

  beforeAll(async () => {
    url = await testDatabaseUrl();
    admin = new Client(url);
    await admin.connect();
  });

  afterAll(() => admin.end());

  const notify = (channel: string, payload: string) => admin.query('SELECT pg_notify($1, $2)', [channel, payload]);

  /** Listeners of other test files on the same database, which would connect again in an environment that is gone. */
  let strangers: number[] = [];

  const cutConnections = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM (${LISTENERS}) l WHERE pid <> ALL ($1)`, [strangers]);

  let listener: NotificationListener;
  let channel: string;
  let number = 0;

  beforeEach(async () => {
    strangers = (await admin.query<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid);
    listener = new NotificationListener(url);
    channel = `listener test ${++number}`;
  });
  afterEach(() => listener.stop());

  /** Resolves with the payload of the next notification. */
  const heard = () => new Promise<string>((resolve) => listener.on(channel, resolve));

  it('passes the payload to the callback', async () => {
    const payload = heard();
    await listener.start();
    await notify(channel, 'hello');
    await expect(payload).resolves.toBe('hello');
  });

  it('receives notifications of channels that are added while it is connected', async () => {
    await listener.start();
    let payload: string | undefined;
    void heard().then((text) => (payload = text));
    // Subscribing takes a moment, and no event reports its end.
    while (payload === undefined) await notify(channel, 'late');
    expect(payload).toBe('late');
  });

  it('calls every callback of a channel', async () => {
    const payloads = Promise.all([heard(), heard()]);
    await listener.start();
    await notify(channel, 'both');
    await expect(payloads).resolves.toEqual(['both', 'both']);
  });

  it('reconnects when the connection is lost, reports it, and receives notifications again', async () => {
    const payload = heard();
    const reconnected = new Promise((resolve) => listener.onReconnect(resolve));
    await listener.start();
    await cutConnections();
    await reconnected;
    await notify(channel, 'again');
    await expect(payload).resolves.toBe('again');
  });

  it('replaces a connection that has gone silent', async () => {
    const proxy = await DatabaseProxy.start(url);
    const impatient = new NotificationListener(proxy.url, 20, 200);
    const payload = new Promise<string>((resolve) => impatient.on(channel, resolve));
    const reconnected = new Promise((resolve) => impatient.onReconnect(resolve));
    await impatient.start();
    proxy.silence();
    await reconnected;
    await notify(channel, 'again');
    await expect(payload).resolves.toBe('again');
    await impatient.stop();
    await proxy.close();
  });

  it('does not report its first connection as a reconnection', async () => {
    const reconnected = jest.fn();
    listener.onReconnect(reconnected);
    await listener.start();
    expect(reconnected).not.toHaveBeenCalled();
  });

  it('starts even if the database cannot be reached yet', async () => {
    const unreachable = new URL(url);
    unreachable.port = '1';
    const early = new NotificationListener(unreachable.href);
    await expect(early.start()).resolves.toBeUndefined();
    await early.stop();
  });
});
