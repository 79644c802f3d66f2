import { api, dataOf, type Schemas } from '../../api/client';

type Answer = Schemas['Payout'] | Schemas['TransferVerification'];

/** Orders a payout, or starts a transfer. `servedAt` is the service's time of the answer. */
export async function placeOrder(body: Schemas['NewOutflow'], headers: Record<string, string>) {
  const result = api.POST('/api/v1/clients/payouts', { body, headers });
  const answer: Answer = await dataOf(result);
  return { answer, servedAt: (await result).response.headers.get('Date') };
}

/** Whether the order waits for a code before it becomes a transfer. */
export function isVerification(answer: Answer): answer is Schemas['TransferVerification'] {
  return 'transfer_verification_id' in answer;
}
