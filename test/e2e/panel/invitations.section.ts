import { newId } from '@app/kernel';
import type { HttpClient } from '../../support/http-client';
import { LOGIN, signIn } from '../../support/panel';
import { mailedLinks, RESET } from '../../support/password-reset';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO } from '../../support/shapes';

const PASSWORD = 'another horse';

describe('invitations to the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;
  let email: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
    email = `${newId()}@example.com`;
  });

  afterAll(() => service.stop());

  const invite = (address = email) =>
    panel.post('/users', { email: address, name: 'Ana Gómez', permissions: ['view_payins'] });
  const token = async () => (await mailedLinks(service, email))[0]?.split('#token=')[1] ?? '';
  const accept = (link: string) => service.anonymous().post(RESET, { token: link, password: PASSWORD });
  const listed = async () => (await panel.get('/users')).body.data as { email: string; invited_at: string | null }[];
  const subjectsTo = async (address: string) => {
    const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${encodeURIComponent(address)}`);
    return (body.data as { subject: string }[]).map(({ subject }) => subject);
  };

  it('a user without a password is invited by mail, and signs in once the link was used', async () => {
    const { status, body } = await invite();
    expect([status, body.data]).toMatchObject([
      201,
      { email, name: 'Ana Gómez', invited_at: expect.stringMatching(ISO) },
    ]);
    expectError(await service.anonymous().post(LOGIN, { email, password: PASSWORD }), 401, 'UNAUTHENTICATED');
    expect((await accept(await token())).status).toBe(200);

    await expect(signIn(service, { email, password: PASSWORD })).resolves.toBeDefined();
    expect((await listed())[0]).toMatchObject({ email, invited_at: null });
  });

  it('of many concurrent uses of one link, one succeeds', async () => {
    await invite();
    const link = await token();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await accept(link)).status));

    expect(statuses.sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  });

  it('another invitation invalidates the earlier link; a change of permissions does not', async () => {
    const { id } = (await invite()).body.data as { id: string };
    const old = await token();
    expect((await panel.post(`/users/${id}/invite`)).status).toBe(200);
    await panel.send('PATCH', `/users/${id}`, { permissions: ['view_payouts'] });

    expectError(await accept(old), 422, 'VALIDATION_FAILED', naming('token'));
    expect((await accept(await token())).status).toBe(200);
    expectError(await panel.post(`/users/${id}/invite`), 422, 'VALIDATION_FAILED');
  });

  it('an account adds sixty users an hour, however many ask at once, so addresses cannot be guessed (rule 14.7)', async () => {
    const taken = (await service.merchant()).email;
    const responses = await Promise.all(Array.from({ length: 65 }, () => invite(taken)));
    const statuses = responses.map(({ status }) => status).sort();

    expect(statuses).toEqual([...Array<number>(60).fill(422), ...Array<number>(5).fill(429)]);
    const limited = responses.find(({ status }) => status === 429)!;
    expect(limited.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retry_after: expect.any(Number) });
    expect(limited.headers['retry-after']).toBe(String(limited.body.retry_after));
    await service.sql(`UPDATE user_additions SET added_at = ARRAY[now() - interval '1 hour'] WHERE account_id = $1`, [
      merchant.account.id,
    ]);
    expect((await invite()).status).toBe(201);
  });

  it('the registered address is mailed about keys, bank accounts, users, passwords and factors (rule 15.5)', async () => {
    const registered = `${newId()}@example.com`;
    await service.sql(`UPDATE accounts SET email = $2, language = 'en' WHERE id = $1`, [
      merchant.account.id,
      registered,
    ]);
    const account = {
      holder_name: 'Café Río',
      country: 'AR',
      currency: 'ARS',
      document: { type: 'cuit', number: '20-05536168-2' },
      bank: { cbu: '2850590940090418135201' },
    };
    await panel.post('/bank-accounts', { ...account, bank: { ...account.bank, name: 'Banco' } });
    await panel.post('/api-keys', { name: 'Shop', permissions: ['*'] });
    const { id } = (await invite()).body.data as { id: string };
    await panel.send('PATCH', `/users/${id}`, { is_active: false });
    await panel.delete(`/users/${id}`);
    await panel.post('/auth/change-password', { current_password: merchant.password, password: PASSWORD });

    const subjects = [
      'Password changed',
      'User deleted',
      'User changed',
      'New user',
      'New API key',
      'New bank account',
    ];
    expect(await subjectsTo(registered)).toEqual(subjects.map((subject) => `${subject} · Café Río`));
    expect(await subjectsTo(merchant.email)).toEqual(expect.arrayContaining(['Password changed · Café Río']));
  });
});
