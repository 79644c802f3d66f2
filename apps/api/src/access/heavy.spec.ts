import { StreamableFile, type CallHandler } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { firstValueFrom, of, throwError, type Observable } from 'rxjs';
import { HeavyInterceptor } from './heavy';
import { HeavySlots } from './heavy-slots';

const AS_ANA = new ExecutionContextHost([{ panelCaller: { user: { id: 'ana', account: { id: 'one' } } } }]);
const handling = (result: Observable<unknown>): CallHandler => ({ handle: () => result });

/** One slot, and no caller waits for it. */
describe('a heavy operation', () => {
  let interceptor: HeavyInterceptor;
  beforeEach(() => {
    interceptor = new HeavyInterceptor(new HeavySlots({ ofUser: 1, ofAccount: 1 }, 0));
  });

  const run = async (result: Observable<unknown>) =>
    firstValueFrom(await interceptor.intercept(AS_ANA, handling(result)));

  it('ends with its result', async () => {
    await run(of(1));

    await expect(run(of(2))).resolves.toBe(2);
  });

  it('ends with its error', async () => {
    await expect(run(throwError(() => new Error('no')))).rejects.toThrow('no');

    await expect(run(of(2))).resolves.toBe(2);
  });

  it.each<[string, (file: Readable) => void]>([
    ['was read', (file) => file.resume()],
    ['lost its reader', (file) => file.destroy()],
  ])('that makes a file ends when the file %s, and not before', async (_how, end) => {
    const file = Readable.from(['a', 'b']);
    await run(of(new StreamableFile(file)));
    await expect(run(of(2))).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });

    end(file);
    await once(file, 'close');

    await expect(run(of(2))).resolves.toBe(2);
  });
});
