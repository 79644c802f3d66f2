import { Money, newId } from '@app/kernel';
import type { CardPlatform, CardSessionRequest } from '../cards/application/ports';

const { signal: patience } = new AbortController();

function aRequest(overrides: Partial<CardSessionRequest> = {}): CardSessionRequest {
  return {
    linkId: newId(),
    amount: Money.of('15000.00', 'ARS'),
    description: 'Order 1001',
    returnUrl: 'https://pay.example.com/checkout/1',
    ...overrides,
  };
}

/**
 * What every adapter of the port must do. `pay` pays a session at the platform; undefined for a platform that keeps no
 * sessions.
 */
export function cardPlatformContract(
  platform: () => CardPlatform,
  pay: () => ((reference: string) => Promise<void>) | undefined = () => undefined,
): void {
  it('has a name that can be part of a URL', () => {
    expect(platform().provider).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('opens one session for a link, however often it is called', async () => {
    const request = aRequest();
    const first = await platform().openSession(request, patience);
    expect(await platform().openSession(request, patience)).toEqual(first);
  });

  it('opens a separate session for each link', async () => {
    const [one, other] = [
      await platform().openSession(aRequest(), patience),
      await platform().openSession(aRequest(), patience),
    ];
    expect(one.reference).not.toBe(other.reference);
  });

  it('has session references short enough for a fact', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    expect(reference).toMatch(/^[\x21-\x7e]{1,128}$/);
  });

  it('closes a session', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    await expect(platform().closeSession(reference, patience)).resolves.toBe('closed');
  });

  it('closes no session that has been paid, and says so (rule 5.3)', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    await pay()?.(reference);
    await expect(platform().closeSession(reference, patience)).resolves.toBe(pay() ? 'paid' : 'closed');
  });

  it('succeeds when a session is closed again', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    await platform().closeSession(reference, patience);
    await expect(platform().closeSession(reference, patience)).resolves.toBe('closed');
  });

  it('does nothing for a caller who no longer waits', async () => {
    const late = AbortSignal.abort(new Error('too late'));
    await expect(platform().openSession(aRequest(), late)).rejects.toThrow('too late');
    await expect(platform().closeSession('any', late)).rejects.toThrow('too late');
  });
}
