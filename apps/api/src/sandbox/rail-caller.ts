import type { SignedMessage } from '@app/providers';
import { Injectable } from '@nestjs/common';
import { request } from 'undici';

const TIMEOUT_MS = 10_000;

/** Calls the service as a provider does: a signed notification over HTTP. */
@Injectable()
export class RailCaller {
  /** Throws unless the service has the notification. */
  async notify(provider: string, { headers, body }: SignedMessage, serviceUrl: string): Promise<void> {
    const response = await request(`${serviceUrl}/providers/${provider}/notifications`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`the notification got ${response.statusCode}`);
  }
}
