import { Money } from '@app/kernel';
import { SandboxDeposits } from './sandbox-deposits';

const bank = new SandboxDeposits(SandboxDeposits.secretsFrom({ secretsKey: Buffer.alloc(32, 1) }));
const NOW = new Date('2030-01-01T12:00:00.999Z');

describe('SandboxDeposits', () => {
  it('reports what arrived', () => {
    const message = bank.message(bank.arrived('n1', 'wallet', Money.of('250', 'USD')), NOW);
    expect(bank.read(message)).toEqual({
      provider: 'sandbox_deposits',
      id: 'n1',
      kind: 'deposit',
      type: 'deposit.received',
      reference: 'wallet',
      amount: Money.of('250.00', 'USD'),
      details: null,
    });
  });

  it.each([{ type: 'payment.received' }, { amount: '0' }, { amount: '-1' }, { currency: '' }])(
    'reports nothing but an amount that arrived: not %j',
    (changes) => {
      const notification = { ...bank.arrived('n1', 'wallet', Money.of('250', 'USD')), ...(changes as object) };
      expect(() => bank.read(bank.message(notification, NOW))).toThrow(
        expect.objectContaining({ code: 'MALFORMED_NOTIFICATION' }),
      );
    },
  );
});
