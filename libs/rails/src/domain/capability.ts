import type { Money } from '@app/kernel';

/** What a payer may have to enter before a provider opens an order. */
export type PayerField = 'name' | 'email' | 'document' | 'phone';

/** A bank that payers of a method choose from. */
export interface PayerBank {
  /** The provider's own code. */
  readonly code: string;
  readonly name: string;
}

/** A provider collects by a method: an order, a card session, or a debit that the payer confirms. */
export interface CollectCapability {
  readonly kind: 'collect';
  /** The code of a payment method, or `card`. */
  readonly method: string;
  readonly requires: readonly PayerField[];
  /**
   * Those that payers choose from; empty when the method does not ask for a bank. A provider that keeps the list itself is
   * asked for it each time, and throws while it cannot tell.
   */
  readonly banks: readonly PayerBank[] | ((signal: AbortSignal) => Promise<readonly PayerBank[]>);
  /** How much of a payment by this method can be refunded to the payer. */
  readonly refunds: 'none' | 'full' | 'partial';
  /** The largest amount that a payer can pay, one for each currency in which the provider has a limit. */
  readonly largest: readonly Money[];
}

/** A provider pays out to bank accounts of a country. */
export interface PayOutCapability {
  readonly kind: 'pay_out';
  /** ISO 3166. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A provider keeps accounts on which a wallet receives transfers. */
export interface ReceiveCapability {
  readonly kind: 'receive';
  /** ISO 4217. */
  readonly currency: string;
}

export type Capability = CollectCapability | PayOutCapability | ReceiveCapability;

/** The name by which routes, `providers:list` and messages know a capability: `brl_pix`, `BR/BRL`, `usd_account`. */
export function capabilityName(capability: Capability): string {
  switch (capability.kind) {
    case 'collect':
      return capability.method;
    case 'pay_out':
      return `${capability.country}/${capability.currency}`;
    case 'receive':
      return `${capability.currency.toLowerCase()}_account`;
  }
}
