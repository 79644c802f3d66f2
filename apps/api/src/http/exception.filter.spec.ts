import { DomainError } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import type { ArgumentsHost } from '@nestjs/common';
import { ApiExceptionFilter } from './exception.filter';

/** What the filter answers to the error. */
function answerTo(error: unknown): { status?: number; headers?: object; body?: unknown } {
  const answer: { status?: number; headers?: object; body?: unknown } = {};
  const response = {
    headersSent: false,
    getHeader: () => undefined,
    status: (status: number) => (Object.assign(answer, { status }), response),
    set: (headers: object) => (Object.assign(answer, { headers }), response),
    json: (body: unknown) => void Object.assign(answer, { body }),
  };
  const host = { switchToHttp: () => ({ getResponse: () => response }) } as unknown as ArgumentsHost;
  new ApiExceptionFilter(new RecordedLog()).catch(error, host);
  return answer;
}

describe('ApiExceptionFilter', () => {
  it('says how long to wait in the body and in Retry-After', () => {
    const details = { retry_after: 42, meta: { retry_after: 42 } };
    expect(answerTo(new DomainError('TRANSFER_RATE_LIMITED', 'Later.', details))).toEqual({
      status: 429,
      headers: { 'Retry-After': '42' },
      body: { success: false, code: 'TRANSFER_RATE_LIMITED', message: 'Later.', ...details },
    });
  });

  it('sends no Retry-After when there is no time to wait', () => {
    expect(answerTo(new DomainError('OTP_EXPIRED', 'Over.'))).toMatchObject({ status: 410, headers: {} });
  });
});
