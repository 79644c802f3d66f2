import { api, dataOf, type Schemas } from '../../api/client';

type HttpResponse = Schemas['Payout'] | Schemas['TransferVerification'];

/** Orders a payout, or starts a transfer. `servedAt` is the time of the response by the service's clock. */
export async function placeOrder(body: Schemas['NewOutflow'], headers: Record<string, string>) {
  const result = api.POST('/api/v1/clients/payouts', { body, headers });
  const response: HttpResponse = await dataOf(result);
  return { response, servedAt: (await result).response.headers.get('Date') };
}

/** Whether the order waits for a code before it becomes a transfer. */
export function isVerification(response: HttpResponse): response is Schemas['TransferVerification'] {
  return 'transfer_verification_id' in response;
}
