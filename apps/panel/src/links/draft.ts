import { parseAmount, type AmountProblem } from '../money/typed-amount';
import type { PayerCurrency } from './kind';
import type { Estimate, NewLink } from './queries';

/** The values of the form of a new link. */
export interface LinkForm {
  amount: string;
  currency: PayerCurrency;
  amountType: 'receive' | 'charge';
  description: string;
  customerPaidFee: boolean;
  /** The shop's own number of the order. */
  reference: string;
  /** The address to which the checkout leads the payer back. */
  returnUrl: string;
  webhookUrl: string;
}

interface Wallet {
  lane: string;
  currency: string;
}

/** The currency of the wallet that a payment is credited to: dollars to the USD wallet, all others to the local one. */
export function destinationOf(currency: PayerCurrency, wallets: readonly Wallet[]): string {
  const lane = currency === 'USD' ? 'usd' : 'local';
  return wallets.find((wallet) => wallet.lane === lane)?.currency ?? currency;
}

/** The currency of the amount field. */
export function typedCurrency({ currency, amountType }: LinkForm, destination: string): string {
  return amountType === 'charge' ? currency : destination;
}

/** The body of the request, or the problems of the amount and the description. */
export function bodyOfForm(
  form: LinkForm,
  destination: string,
  locale: string,
): { body: NewLink } | { amount?: AmountProblem; description?: 'required' } {
  const amount = parseAmount(form.amount, typedCurrency(form, destination), locale);
  const description = form.description.trim();
  if ('problem' in amount || description === '') {
    return {
      ...('problem' in amount && { amount: amount.problem }),
      ...(description === '' && { description: 'required' }),
    };
  }
  const optional = { reference: form.reference, return_url: form.returnUrl, webhook_url: form.webhookUrl };
  return {
    body: {
      amount: amount.value,
      currency: form.currency,
      currency_destiny: destination,
      // It has no meaning without a conversion.
      amount_type: form.currency === destination ? 'receive' : form.amountType,
      description,
      customer_paid_fee: form.customerPaidFee,
      ...filledIn(optional),
    },
  };
}

/** The fields that are not blank, trimmed. */
function filledIn<Name extends string>(fields: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  const trimmed = Object.entries<string>(fields).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>;
}

/** The body of an estimate. It does not depend on texts, so that typing one sends no request. */
export function estimateBody(form: LinkForm, destination: string, locale: string): NewLink | undefined {
  const result = bodyOfForm(
    { ...form, description: '-', reference: '', returnUrl: '', webhookUrl: '' },
    destination,
    locale,
  );
  return 'body' in result ? result.body : undefined;
}

/** The methods, grouped by their figures. */
export function groupedEstimates(
  estimates: readonly Estimate[],
): { methods: Estimate['method'][]; figures: Omit<Estimate, 'method'> }[] {
  const groups = new Map<string, { methods: Estimate['method'][]; figures: Omit<Estimate, 'method'> }>();
  for (const { method, ...figures } of estimates) {
    const key = JSON.stringify(figures);
    const group = groups.get(key) ?? { methods: [], figures };
    group.methods.push(method);
    groups.set(key, group);
  }
  return [...groups.values()];
}
