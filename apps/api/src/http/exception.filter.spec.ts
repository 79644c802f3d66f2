import { DomainError } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import type { ArgumentsHost } from '@nestjs/common';
import { ApiExceptionFilter } from './exception.filter';

/** What the filter sends for the error. */
function responseTo(error: unknown): { status?: number; headers?: object; body?: unknown } {
  const sent: { status?: number; headers?: object; body?: unknown } = {};
  const response = {
    headersSent: false,
    getHeader: () => undefined,
    status: (status: number) => (Object.assign(sent, { status }), response),
    set: (headers: object) => (Object.assign(sent, { headers }), response),
    json: (body: unknown) => void Object.assign(sent, { body }),
  };
  const host = { switchToHttp: () => ({ getResponse: () => response }) } as unknown as ArgumentsHost;
  new ApiExceptionFilter(new RecordedLog()).catch(error, host);
  return sent;
}

describe('ApiExceptionFilter', () => {
  it('says how long to wait in the body and in Retry-After', () => {
    const details = { retry_after: 42, meta: { retry_after: 42 } };
    expect(responseTo(new DomainError('TRANSFER_RATE_LIMITED', 'Later.', details))).toEqual({
      status: 429,
      headers: { 'Retry-After': '42' },
      body: { success: false, code: 'TRANSFER_RATE_LIMITED', message: 'Later.', ...details },
    });
  });

  it('sends no Retry-After when there is no time to wait', () => {
    expect(responseTo(new DomainError('OTP_EXPIRED', 'Over.'))).toMatchObject({ status: 410, headers: {} });
  });
});
