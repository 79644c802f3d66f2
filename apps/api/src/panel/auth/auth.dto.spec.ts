import { errorsOf, validated } from '../../http/testing/validated';
import { CredentialsDto } from './auth.dto';

describe('CredentialsDto', () => {
  it('keeps address and password as they were sent, and nothing else', async () => {
    const body = { email: 'Ana@example.com', password: ' pass word ', remember: true };
    expect(await validated(CredentialsDto, body)).toEqual({ email: 'Ana@example.com', password: ' pass word ' });
  });

  it('accepts any text as an address: a rejection would reveal which ones can be users', async () => {
    expect(await errorsOf(CredentialsDto, { email: 'unknown', password: 'x' })).toBeUndefined();
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'a@example.com' }, ['password']],
    [{ email: null, password: 'x' }, ['email']],
    [{ email: ['a@example.com'], password: 'x' }, ['email']],
    [{ email: { $ne: '' }, password: { $ne: '' } }, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: 'a@example.com', password: 12345678 }, ['password']],
    [{ email: 'x'.repeat(321), password: 'x'.repeat(257) }, ['email', 'password']],
    [{ email: 'a\0@example.com', password: 'x' }, ['email']],
    [{ email: '\ud83d@example.com', password: 'x' }, ['email']],
  ])('rejects %j, naming %j', async (body, fields) => {
    expect(Object.keys((await errorsOf(CredentialsDto, body)) as object)).toEqual(fields);
  });
});
