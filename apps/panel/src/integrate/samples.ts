import type { PayerCurrency } from '@app/currencies';

/** Code samples for the first request, with the address and the key prefix of the account. */

interface Place {
  /** The address of the service, without a path. */
  origin: string;
  /** The public part of the account's keys. */
  prefix: string;
  currency: PayerCurrency;
}

/** A typical price in each currency of payers. */
const PRICES: Readonly<Record<PayerCurrency, string>> = {
  ARS: '15000.00',
  BOB: '100.00',
  BRL: '100.00',
  CLP: '15000',
  COP: '60000.00',
  MXN: '300.00',
  USD: '20.00',
};

const COUNTRY_OF: Readonly<Record<Exclude<PayerCurrency, 'USD'>, string>> = {
  ARS: 'AR',
  BOB: 'BO',
  BRL: 'BR',
  CLP: 'CL',
  COP: 'CO',
  MXN: 'MX',
};
const LOCAL_CURRENCIES = Object.keys(COUNTRY_OF) as (keyof typeof COUNTRY_OF)[];

/** The currency of the samples: that of the account's country if payers can pay in it, else USD. */
export function exampleCurrency(country: string): PayerCurrency {
  return LOCAL_CURRENCIES.find((currency) => COUNTRY_OF[currency] === country) ?? 'USD';
}

export function keySample({ prefix }: Place): string {
  return `export SERVICEPAY_API_KEY='${prefix}_…'`;
}

export function curlSample({ origin, currency }: Place): string {
  const body = { amount: PRICES[currency], currency, description: 'Order 1001' };
  return [
    `curl ${origin}/v1/payment-links \\`,
    '  -H "Authorization: Bearer $SERVICEPAY_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

export const INSTALL_SAMPLE = 'npm install ./servicepay-sdk-*.tgz';

export function typescriptSample({ origin, currency }: Place): string {
  return `import { ServicePay } from '@servicepay/sdk';

const servicePay = new ServicePay({
  apiKey: process.env.SERVICEPAY_API_KEY!,
  baseUrl: '${origin}',
});

const link = await servicePay.paymentLinks.create({
  amount: '${PRICES[currency]}',
  currency: '${currency}',
  description: 'Order 1001',
});
console.log(link.url);
`;
}

/** A receiver in Node.js. */
export const WEBHOOK_SAMPLE = `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@servicepay/sdk/webhooks';

createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await buffer(request), request.headers, process.env.WEBHOOK_SECRET!);
    console.log(event.event, event.id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}).listen(4000);
`;
