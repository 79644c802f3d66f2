import { Money, newId } from '@app/kernel';
import { SandboxCardPlatform } from './sandbox-card.platform';
import { SandboxCollectionRail } from './sandbox-collection.rail';

const SECRETS_KEY = Buffer.alloc(32, 1);
const NOW = new Date('2030-01-01T12:00:00.000Z');
const TIMESTAMP = String(NOW.getTime() / 1_000);
const { signal: patience } = new AbortController();

function aPlatform(obeysDescriptions = true): SandboxCardPlatform {
  return new SandboxCardPlatform(SandboxCardPlatform.secretsFrom({ secretsKey: SECRETS_KEY }), obeysDescriptions);
}

const open = (description: string, platform = aPlatform(), signal = patience) =>
  platform.openSession(
    { linkId: newId(), amount: Money.of('15000.00', 'ARS'), description, returnUrl: 'https://pay.example.com' },
    signal,
  );

describe('SandboxCardPlatform', () => {
  describe('told by the description', () => {
    it('refuses to open a session', async () => {
      await expect(open('Order [card:fail]')).rejects.toThrow('told to fail');
    });

    it('does not respond until the caller stops waiting', async () => {
      const caller = new AbortController();
      const opening = open('Order [card:timeout]', aPlatform(), caller.signal);
      caller.abort(new Error('waited long enough'));
      await expect(opening).rejects.toThrow('waited long enough');
    });

    it('opens a session and then refuses to close it, again and again', async () => {
      const { reference } = await open('Order [card:fail-cancel]');
      await expect(aPlatform().closeSession(reference, patience)).rejects.toThrow('told to fail');
      await expect(aPlatform().closeSession(reference, patience)).rejects.toThrow('told to fail');
    });

    it.each(['[card:fail]', '[card:timeout]', '[card:fail-cancel]'])(
      'ignores such descriptions outside the sandbox: %s',
      async (description) => {
        const platform = aPlatform(false);
        const { reference } = await open(description, platform);
        await expect(platform.closeSession(reference, patience)).resolves.toBe('closed');
      },
    );
  });

  describe('notifications', () => {
    const body = Buffer.from(JSON.stringify({ id: 'n1', type: 'order.lapsed', reference: 'sbxc_1' }));
    const message = (signer: { sign(timestamp: string, body: Buffer): string }) => ({
      method: 'POST',
      path: '/',
      query: '',
      headers: { 'x-rail-timestamp': TIMESTAMP, 'x-rail-signature': signer.sign(TIMESTAMP, body) },
      body,
      now: NOW,
    });

    it('are read under its own name', () => {
      expect(aPlatform().read(message(aPlatform()))).toEqual({
        provider: 'sandbox_cards',
        id: 'n1',
        type: 'order.lapsed',
        reference: 'sbxc_1',
        kind: 'collection',
        amount: null,
        details: { payer: null },
      });
    });

    it('are refused when the collection rail has signed them', () => {
      const rail = new SandboxCollectionRail(SandboxCollectionRail.secretsFrom({ secretsKey: SECRETS_KEY }));
      expect(() => aPlatform().read(message(rail))).toThrow(expect.objectContaining({ code: 'INVALID_SIGNATURE' }));
    });
  });
});
