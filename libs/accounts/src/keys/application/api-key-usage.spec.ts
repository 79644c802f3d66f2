import { newId } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { RecordedLog } from '@app/platform/testing';
import { ApiKeyUsage } from './api-key-usage';
import type { ApiKeyCredentialsRepository } from './ports';

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, second));

describe('the last use of keys', () => {
  let usage: ApiKeyUsage;
  let log: RecordedLog;
  let batches: [string, Date][][];
  let markUsed: jest.Mock<Promise<void>, [unknown, ReadonlyMap<string, Date>]>;

  beforeEach(() => {
    jest.useFakeTimers();
    log = new RecordedLog();
    batches = [];
    markUsed = jest.fn(async (_tx, uses) => void batches.push([...uses]));
    usage = new ApiKeyUsage({ markUsed } as unknown as ApiKeyCredentialsRepository, new NoUnitOfWork(), log);
    usage.onModuleInit();
  });
  afterEach(async () => {
    await usage.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('is not written while a request waits', () => {
    usage.record(newId(), at(0));
    expect(batches).toEqual([]);
  });

  it('is written every two seconds, all keys together, each with its last use', async () => {
    const [one, other] = [newId(), newId()];
    usage.record(one, at(0));
    usage.record(other, at(1));
    usage.record(one, at(2));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([
      [
        [one, at(2)],
        [other, at(1)],
      ],
    ]);
  });

  it('is written once', async () => {
    usage.record(newId(), at(0));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(batches).toHaveLength(1);
  });

  it('needs no statement when no key was used', async () => {
    await jest.advanceTimersByTimeAsync(10_000);
    expect(batches).toEqual([]);
  });

  it('is written when the process ends, and not after it', async () => {
    const id = newId();
    usage.record(id, at(0));
    await usage.onApplicationShutdown();
    usage.record(id, at(1));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(batches).toEqual([[[id, at(0)]]]);
    await usage.flush();
  });

  it('is only logged when it cannot be written', async () => {
    markUsed.mockRejectedValueOnce(new Error('connection lost'));
    usage.record(newId(), at(0));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { keys: 1 }, message: 'could not write the last use of API keys' },
    ]);
    const id = newId();
    usage.record(id, at(3));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([[[id, at(3)]]]);
  });
});
