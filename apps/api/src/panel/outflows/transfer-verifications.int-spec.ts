import { newId } from '@app/kernel';
import {
  CONFIG,
  Idempotency,
  IdempotentCalls,
  Metrics,
  PostgresDatabase,
  PostgresUnitOfWork,
  Encrypter,
  type Config,
} from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { Transfers } from '@app/transfers';
import { postgresTransfers, type TransferringMerchant } from '@app/transfers/testing';
import type { ExecutionContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { ApiExceptionFilter } from '../../http/exception.filter';
import { PanelLimitGuard } from '../../access/panel-limit.guard';
import { PanelPermissionGuard } from '../../access/panel-permission.guard';
import type { PanelRequest } from '../../access/panel-request';
import { PanelSessionGuard } from '../../access/panel-session.guard';
import { configureHttp } from '../../http/configure-http';
import { TransferVerificationsController } from './transfer-verifications.controller';

const MINUTE = 60_000;

let source: DataSource;
let system: ReturnType<typeof postgresTransfers>;
let merchant: TransferringMerchant;
let app: NestExpressApplication;
let url: string;
const log = new RecordedLog();

/** Signs every request in as the merchant's user. */
const session = {
  canActivate(context: ExecutionContext): true {
    const { account, user, actor } = merchant.by;
    const caller = { user: { ...user, account, permissions: ['create_payouts'] }, by: actor, token: 'a token' };
    context.switchToHttp().getRequest<PanelRequest>().panelCaller = caller as never;
    return true;
  },
};

beforeAll(async () => {
  source = await testDataSource();
  const idempotency = new Idempotency(new PostgresDatabase(source), new Encrypter(Buffer.alloc(32, 1)));
  system = postgresTransfers(source, idempotency);
  const module = await Test.createTestingModule({
    controllers: [TransferVerificationsController],
    providers: [
      PanelPermissionGuard,
      { provide: Transfers, useValue: system.transfers },
      { provide: IdempotentCalls, useValue: new IdempotentCalls(idempotency, new PostgresUnitOfWork(source)) },
      { provide: CONFIG, useValue: { environment: 'sandbox' } },
    ],
  })
    .overrideGuard(PanelSessionGuard)
    .useValue(session)
    .overrideGuard(PanelLimitGuard)
    .useValue({ canActivate: () => true })
    .compile();
  app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  configureHttp(app, { trustProxy: false } as unknown as Config, log, new Metrics('test', false), () => ({}));
  app.useGlobalFilters(new ApiExceptionFilter(log));
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/api/v1/clients/payouts`;
});
afterAll(() => app.close());

beforeEach(async () => {
  merchant = await system.merchant();
});

interface HttpResponse {
  status: number;
  replayed: string | null;
  body: { code?: string; data?: Record<string, unknown>; meta?: unknown; errors?: unknown };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<HttpResponse> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(`${url}/${path}`, { ...sent, body: JSON.stringify(body) });
  const replayed = response.headers.get('idempotency-replayed');
  return { status: response.status, replayed, body: (await response.json()) as HttpResponse['body'] };
}

async function initiated(): Promise<{ id: string; code: string; wrong: string }> {
  const { verificationId: id } = await system.transfers.initiate(merchant.by, merchant.request());
  const code = system.mail.lastCode();
  return { id, code, wrong: code === '000000' ? '000001' : '000000' };
}

const verify = (id: string, code: string, headers?: Record<string, string>) =>
  post('verify-otp', { transfer_verification_id: id, otp_code: code }, headers);
const resend = (id: string) => post('resend-otp', { transfer_verification_id: id });

it('responds to the right code with 201 and the transfer, then with 409', async () => {
  const { id, code } = await initiated();
  expect(await verify(id, code)).toMatchObject({
    status: 201,
    body: {
      success: true,
      data: { type: 'transfer', status: 'requested', amount: '10000.00', comment: 'November rent' },
    },
  });
  expect(await verify(id, code)).toMatchObject({ status: 409, body: { code: 'TRANSFER_ALREADY_VERIFIED' } });
});

it('replays the transfer under the same Idempotency-Key', async () => {
  const { id, code } = await initiated();
  const headers = { 'idempotency-key': newId() };
  const first = await verify(id, code, headers);
  const second = await verify(id, code, headers);
  expect(second).toEqual({ ...first, replayed: 'true' });
});

it('responds to wrong codes with 422, and the fifth with 429', async () => {
  const { id, wrong } = await initiated();
  for (const left of [4, 3, 2, 1]) {
    const expected = { status: 422, body: { code: 'OTP_INVALID', meta: { attempts_left: left } } };
    expect(await verify(id, wrong)).toMatchObject(expected);
  }
  const exhausted = { status: 429, body: { code: 'OTP_ATTEMPTS_EXHAUSTED' } };
  expect([await verify(id, wrong), await resend(id)]).toMatchObject([exhausted, exhausted]);
});

it('counts a wrong code under an Idempotency-Key each time', async () => {
  const { id, wrong } = await initiated();
  const headers = { 'idempotency-key': newId() };
  for (const left of [4, 3]) {
    expect(await verify(id, wrong, headers)).toMatchObject({ status: 422, body: { meta: { attempts_left: left } } });
  }
});

it('responds to a resend with 200 and what is left, and the fourth with 429', async () => {
  const { id } = await initiated();
  for (const left of [2, 1, 0]) {
    expect(await resend(id)).toMatchObject({
      status: 200,
      body: {
        data: { transfer_verification_id: id, status: 'pending_verification', resends_left: left, attempts_left: 5 },
      },
    });
  }
  expect(await resend(id)).toMatchObject({ status: 429, body: { code: 'OTP_RESENDS_EXHAUSTED' } });
});

it('returns 410 once the time is over, and 404 for an unknown verification', async () => {
  const { id, code } = await initiated();
  system.clock.advance(10 * MINUTE);
  const expired = { status: 410, body: { code: 'OTP_EXPIRED' } };
  expect([await verify(id, code), await resend(id)]).toMatchObject([expired, expired]);
  const unknown = { status: 404, body: { code: 'TRANSFER_VERIFICATION_NOT_FOUND' } };
  expect([await verify(newId(), code), await resend(newId())]).toMatchObject([unknown, unknown]);
});

it('checks the body before the verification', async () => {
  const { id } = await initiated();
  const rejected = await post('verify-otp', { transfer_verification_id: id, otp_code: 1 });
  expect(rejected).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys(rejected.body.errors as object)).toEqual(['otp_code']);
});

it('responds to a failed check after the right code with its own status', async () => {
  const { id, code } = await initiated();
  merchant.by.account.status = 'paused';
  expect(await verify(id, code)).toMatchObject({ status: 403, body: { code: 'BUSINESS_TENANT_PAUSED' } });
  merchant.by.account.status = 'active';
  expect(await verify(id, code)).toMatchObject({ status: 410, body: { code: 'OTP_EXPIRED' } });
});

it('writes no code to the log, not even when the request fails on our side', async () => {
  const { id, code, wrong } = await initiated();
  await verify(id, wrong);
  jest.spyOn(system.placement, 'place').mockRejectedValueOnce(new Error('the connection was lost'));
  expect(await verify(id, code)).toMatchObject({ status: 500 });
  expect(await verify(id, code)).toMatchObject({ status: 201 });
  const lines = log.lines.map(({ fields, message }) => [message, { ...fields, ms: 0, err: String(fields['err']) }]);
  expect(lines.filter(([message]) => message === 'request failed')).toHaveLength(1);
  for (const secret of [code, wrong]) expect(JSON.stringify(lines)).not.toMatch(new RegExp(`\\b${secret}\\b`));
});
