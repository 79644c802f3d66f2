import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';

/** The minimum after fees of a transfer from the currency to the country. */
export const transferMinimumQuery = (currency: string, country: string) =>
  queryOptions({
    queryKey: ['transfer-minimum', currency, country],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/clients/payouts/transfer-min-amount', {
          params: { query: { origin_currency: currency, destination_country: country } },
        }),
      ),
  });

export const verifyTransfer = (body: Schemas['VerifyTransfer'], headers: Record<string, string>) =>
  dataOf(api.POST('/api/v1/clients/payouts/verify-otp', { body, headers }));

/** Mails another code. `servedAt` is the time of the response by the service's clock, by which the code expires. */
export async function resendCode(verificationId: string) {
  const result = api.POST('/api/v1/clients/payouts/resend-otp', { body: { transfer_verification_id: verificationId } });
  const verification = await dataOf(result);
  return { verification, servedAt: (await result).response.headers.get('Date') };
}
