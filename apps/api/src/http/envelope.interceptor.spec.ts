import { StreamableFile, type ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { DeletedDto } from './deleted.dto';
import { Documented } from './documented';
import { ListPage, Success } from './envelope';
import { EnvelopeInterceptor } from './envelope.interceptor';

class Controller {
  @Documented({ operationId: 'it', summary: 'It', response: DeletedDto, message: 'Done.' })
  handle(): void {
    return undefined;
  }
}

describe('the envelope of a success', () => {
  const context = { getHandler: () => Controller.prototype.handle } as unknown as ExecutionContext;
  const sent = (result: unknown) =>
    lastValueFrom(new EnvelopeInterceptor().intercept(context, { handle: () => of(result) }));
  const written = async (result: unknown) => JSON.stringify(await sent(result));

  it('has the message that documents the operation', async () => {
    expect(await written({ id: 1 })).toBe('{"success":true,"message":"Done.","data":{"id":1}}');
  });

  it('has the meta of a page', async () => {
    expect(await written(new ListPage([1], { per_page: 2 }))).toBe(
      '{"success":true,"message":"Done.","data":[1],"meta":{"per_page":2}}',
    );
  });

  it('is left as it is when the operation chose its message', async () => {
    const other = new Success('Half done.', null);
    expect(await sent(other)).toBe(other);
  });

  it.each([['a file', new StreamableFile(Buffer.from(''))] as const, ['nothing', undefined] as const])(
    'is not put around %s',
    async (_, result) => expect(await sent(result)).toBe(result),
  );
});
