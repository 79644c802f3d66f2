import { KNOWN_CODES } from '@app/sdk';
import { LINK, OPERATIONS, PAIR } from '../../support/external-operations';
import type { Method } from '../../support/http-client';
import type { Call } from '../../support/call';
import { Provocations } from '../../support/provocations';
import { ScriptedClient, errorOf, rejectionOf } from '../../support/sdk';
import { TestService } from '../../support/service';

const UNEXPECTED = {
  status: 500,
  body: { success: false, code: 'SYSTEM_UNEXPECTED_ERROR', message: 'Some prose.', trace: { id: 7 } },
};
const FAILURE = { status: 500, body: { success: false, code: 'SYSTEM_DATABASE_ERROR', message: 'Some prose.' } };
const WALLETS = { status: 200, body: { success: true, message: 'Found.', data: [{ currency: 'ARS' }] } };

describe('Errors, 500 details', () => {
  let service: TestService;
  let provocations: Provocations;

  beforeAll(async () => {
    service = await TestService.start();
    provocations = await Provocations.on(service);
  });

  afterAll(async () => {
    await provocations.stop();
    await service.stop();
  });

  it.each(OPERATIONS.filter((operation) => !operation.includes('conversions')))(
    'contractual code: a failure of the service is SYSTEM_DATABASE_ERROR on %s (rule 1.17)',
    async (operation) => {
      const [method, path] = operation.split(' ') as [Method, string];
      const call: Call = {
        method,
        path,
        body: method[0] === 'P' ? { ...LINK, url: 'https://shop.example' } : undefined,
      };
      const { status, body } = await provocations.provoke('SYSTEM_DATABASE_ERROR', call);

      expect([status, body]).toEqual([
        500,
        { success: false, code: 'SYSTEM_DATABASE_ERROR', message: expect.any(String) },
      ]);
    },
  );

  it('contractual code: an internal error of a quote is CONVERSION_QUOTE_ERROR (rule 1.17)', async () => {
    const call: Call = { method: 'POST', path: '/v1/conversions/quote', body: PAIR };
    const { status, body } = await provocations.provoke('SYSTEM_DATABASE_ERROR', call);

    expect([status, body.code]).toEqual([500, 'CONVERSION_QUOTE_ERROR']);
  });

  it('contractual code: a client identifies the error by its code, also with another message (rule 1.17)', async () => {
    const other = { ...FAILURE, body: { ...FAILURE.body, message: 'Other prose.' } };
    const [one, two] = [await errorOf(FAILURE), await errorOf(other)];

    expect([one.code, one.action]).toEqual([two.code, two.action]);
    expect(one.message).not.toBe(two.message);
  });

  it('code outside the table: a client treats it like any 500 (rule 1.18)', async () => {
    const [unknown, known] = [await errorOf(UNEXPECTED), await errorOf(FAILURE)];

    expect(KNOWN_CODES).not.toContain(unknown.code);
    expect([unknown.action, known.action]).toEqual(['retry', 'retry']);
  });

  it('whole body: a client can log it (rule 1.18)', async () => {
    expect(JSON.parse(JSON.stringify(await errorOf(UNEXPECTED)))).toMatchObject({ body: UNEXPECTED.body });
  });

  it.each([FAILURE, UNEXPECTED])('retry once: a client retries once: $body.code (rule 1.26)', async (failure) => {
    const scripted = new ScriptedClient([failure, WALLETS]);

    expect(await scripted.client.wallets.list()).toEqual([{ currency: 'ARS' }]);
    expect(scripted.requests).toBe(2);
  });

  it.each([FAILURE, UNEXPECTED])(
    'retry once: a client reports an error that occurs again: $body.code (rule 1.26)',
    async (failure) => {
      const scripted = new ScriptedClient([failure]);

      expect(await rejectionOf(scripted.client.wallets.list())).toMatchObject({ code: failure.body.code, attempts: 2 });
      expect(scripted.requests).toBe(2);
    },
  );
});
