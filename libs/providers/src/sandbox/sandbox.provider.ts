import type { Money } from '@app/kernel';
import { CARD, PAYMENT_METHODS } from '@app/payment-links';
import type { Loop } from '@app/platform';
import type { Capability, Provider, ProviderAdapter, ProviderMessage, Reading } from '@app/rails';
import { BANK_COUNTRIES, currencyOfBank } from '@app/transfers';
import { PSE_BANKS } from './pse-banks';
import type { SandboxChannel } from './sandbox-notifications';

export const SANDBOX = 'sandbox';

/** The methods whose payers choose their bank on our page. */
const BANKS = { cop_pse: PSE_BANKS } as const;

/**
 * The provider that moves no money: it stands in for the rails, the card platform and the bank of USD accounts, each of
 * which stores its records under a name of its own.
 */
export class SandboxProvider implements Provider {
  readonly name = SANDBOX;
  readonly isSimulated = true;
  readonly capabilities: readonly Capability[];

  constructor(
    private readonly channels: readonly SandboxChannel[],
    readonly adapters: readonly ProviderAdapter[],
    readonly loops: readonly Loop[],
    /** Whether USD wallets get accounts: not where money is real, since nothing that is sent there arrives. */
    receives: boolean,
    /** Amounts above which it collects nothing. */
    largest: readonly Money[] = [],
  ) {
    this.capabilities = [...collected(largest), ...paidOut(), ...(receives ? [RECEIVED] : [])];
  }

  get storedNames(): readonly string[] {
    return this.channels.map(({ provider }) => provider);
  }

  read(storedName: string, message: ProviderMessage): Reading {
    const channel = this.channels.find(({ provider }) => provider === storedName);
    return { facts: channel ? [channel.read(message)] : [], hints: [] };
  }
}

const RECEIVED: Capability = { kind: 'receive', currency: 'USD' };

function collected(largest: readonly Money[]): Capability[] {
  const banks: Readonly<Record<string, typeof PSE_BANKS>> = BANKS;
  return [...PAYMENT_METHODS.map(({ code }) => code), CARD].map((method) => ({
    kind: 'collect',
    method,
    requires: [],
    banks: banks[method] ?? [],
    refunds: 'partial',
    largest,
  }));
}

function paidOut(): Capability[] {
  return BANK_COUNTRIES.map((country) => ({ kind: 'pay_out', country, currency: currencyOfBank(country) }));
}
