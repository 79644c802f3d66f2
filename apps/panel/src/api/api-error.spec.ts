import { ApiError } from './api-error';

const response = (status: number, body: object) => ApiError.from(Response.json(body, { status }));

describe('an error of the API', () => {
  it.each([
    ['beside the code', { code: 'RATE_LIMIT_EXCEEDED', retry_after: 7 }],
    ['in `meta`', { code: 'SIGN_IN_LOCKED', meta: { retry_after: 7 } }],
  ])('has the time to wait, which the API sends %s', async (_, body) => {
    expect((await response(429, body)).retryAfter).toBe(7);
  });

  it('has no time to wait when the API sends none', async () => {
    expect((await response(503, { code: 'SYSTEM_DATABASE_ERROR' })).retryAfter).toBeUndefined();
  });

  it.each([
    ['This needs the permission create_payins or view_payins.', ['create_payins', 'view_payins']],
    ['Giving a key payment_links:create needs the permission create_payins.', ['create_payins']],
    ['A session in a cookie changes something only from a page of this service.', []],
  ])('names the missing permissions: %j', async (message, permissions) => {
    expect((await response(403, { code: 'PERMISSION_DENIED', message })).missingPermissions).toEqual(permissions);
  });

  it('keeps everything else under a code of the panel', async () => {
    const error = await response(401, { code: 'UNAUTHENTICATED', message: 'No.' });
    expect(error.as('WRONG_CREDENTIALS')).toMatchObject({ status: 401, code: 'WRONG_CREDENTIALS', message: 'No.' });
  });
});
