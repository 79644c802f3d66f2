import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { freePort, hasRedisServer, RedisServer, RedisWithSentinel, SELF_SIGNED, SERVER_KEY } from '../testing';
import { assertRedisUsable } from './redis-check';

const open: { stop(): Promise<unknown> }[] = [];

async function aServer(...options: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(undefined, options);
  open.push(server);
  return server;
}

if (hasRedisServer()) {
  describe('a start with Redis', () => {
    it('goes on when Redis can be used', async () => {
      const server = await aServer();
      await expect(assertRedisUsable(server.url)).resolves.toBeUndefined();
    });

    it('goes on, in bounded time, when Redis hangs', async () => {
      const server = await aServer();
      server.hang();
      await expect(assertRedisUsable(server.url)).resolves.toBeUndefined();
    });

    it('ends when the password is wrong (rule 16.25)', async () => {
      const { port } = await aServer('--requirepass', 'right');
      await expect(assertRedisUsable(`redis://:hunter2@127.0.0.1:${port}`)).rejects.toThrow(
        /^REDIS_URL has a user name or password that the server rejects$/,
      );
    });

    it('ends when the password is missing (rule 16.25)', async () => {
      const { url } = await aServer('--requirepass', 'right');
      await expect(assertRedisUsable(url)).rejects.toThrow(/^REDIS_URL needs a password[^\n]+$/);
    });

    it('goes on with the right password', async () => {
      const { port } = await aServer('--requirepass', 'right');
      await expect(assertRedisUsable(`redis://:right@127.0.0.1:${port}`)).resolves.toBeUndefined();
    });

    it('ends at a node of a Redis Cluster (rule 16.25)', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
      const { url } = await aServer('--cluster-enabled', 'yes', '--dir', folder);
      await expect(assertRedisUsable(url)).rejects.toThrow(/^REDIS_URL leads to a Redis Cluster[^\n]+$/);
      rmSync(folder, { recursive: true });
    });

    describe('behind Sentinels', () => {
      let watched: RedisWithSentinel;
      beforeAll(async () => {
        watched = await RedisWithSentinel.start();
      });
      afterAll(() => watched.stop());

      it('goes on when they know the master, also if one of them is down', async () => {
        const url = watched.url.replace('://', `://127.0.0.1:${await freePort()},`);
        await expect(assertRedisUsable(url)).resolves.toBeUndefined();
      });

      it('ends when they do not know it (rule 16.25)', async () => {
        await expect(assertRedisUsable(watched.url.replace('mymaster', 'another'))).rejects.toThrow(
          /^REDIS_URL names a master that its Sentinels do not know$/,
        );
      });
    });
  });
}

describe('a start without a usable Redis', () => {
  afterEach(() => Promise.all(open.splice(0).map((server) => server.stop())));

  it('goes on when nothing listens, since the service works without', async () => {
    await expect(assertRedisUsable(`redis://127.0.0.1:${await freePort()}`)).resolves.toBeUndefined();
  });

  it('ends when the certificate is not trusted (rule 16.25)', async () => {
    const server = createServer({ key: SERVER_KEY, cert: SELF_SIGNED }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ stop: () => new Promise((resolve) => server.close(resolve)) });
    const { port } = server.address() as AddressInfo;
    await expect(assertRedisUsable(`rediss://127.0.0.1:${port}`)).rejects.toThrow(
      /^REDIS_URL leads to a server whose certificate is not trusted \([^\n]+NODE_EXTRA_CA_CERTS$/,
    );
  });
});
