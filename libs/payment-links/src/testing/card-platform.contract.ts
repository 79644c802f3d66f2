import { Money, newId } from '@app/kernel';
import type { CardPlatform, CardSessionRequest } from '../cards/application/ports';

const { signal: patience } = new AbortController();

function aRequest(overrides: Partial<CardSessionRequest> = {}): CardSessionRequest {
  return { linkId: newId(), amount: Money.of('15000.00', 'ARS'), description: 'Order 1001', ...overrides };
}

/** What every adapter of the port must do. */
export function cardPlatformContract(platform: () => CardPlatform): void {
  it('has a name that can stand in an address', () => {
    expect(platform().provider).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('opens one session for a link, however often it is asked', async () => {
    const request = aRequest();
    const first = await platform().openSession(request, patience);
    expect(await platform().openSession(request, patience)).toEqual(first);
  });

  it('opens a session of its own for each link', async () => {
    const [one, other] = [
      await platform().openSession(aRequest(), patience),
      await platform().openSession(aRequest(), patience),
    ];
    expect(one.reference).not.toBe(other.reference);
  });

  it('names a session briefly enough for a notification', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    expect(reference).toMatch(/^[\x21-\x7e]{1,128}$/);
  });

  it('closes a session', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    await expect(platform().closeSession(reference, patience)).resolves.toBeUndefined();
  });

  it('takes it for done when a session is closed again', async () => {
    const { reference } = await platform().openSession(aRequest(), patience);
    await platform().closeSession(reference, patience);
    await expect(platform().closeSession(reference, patience)).resolves.toBeUndefined();
  });

  it('does nothing for somebody who waits no longer', async () => {
    const late = AbortSignal.abort(new Error('too late'));
    await expect(platform().openSession(aRequest(), late)).rejects.toThrow('too late');
    await expect(platform().closeSession('any', late)).rejects.toThrow('too late');
  });
}
