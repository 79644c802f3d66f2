import type { ProviderMessage } from '@app/rails';
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { FakeServer, type FakeAnswer, type FakeCall } from '../../testing/fake-server';
import { FakeWooviAccount, FakeWooviError } from './fake-woovi-account';

/** Made once for all fakes of a process: it takes longer than most tests. */
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const FAKE_APP_ID = 'fake-app-id-of-the-tests';

/** Woovi's API as a server on this machine, with an account of its own. */
export class FakeWoovi extends FakeServer {
  readonly account = new FakeWooviAccount();
  readonly publicKey: KeyObject = KEYS.publicKey;

  static start(): Promise<FakeWoovi> {
    return new FakeWoovi().listen();
  }

  get publicKeyPem(): string {
    return this.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  }

  /** A webhook as Woovi sends it, signed. */
  message(content: object, now = new Date()): ProviderMessage & { headers: Record<string, string> } {
    const body = Buffer.from(JSON.stringify(content));
    const signature = createSign('RSA-SHA256').update(body).sign(KEYS.privateKey, 'base64');
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
    return { method: 'POST', path: '/providers/woovi/notifications', query: '', headers, body, now };
  }

  protected answer({ method, url, headers, text }: FakeCall): FakeAnswer {
    if (headers.authorization !== FAKE_APP_ID) return { status: 401, body: { error: 'appID inválido' } };
    try {
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      return { status: 200, body: this.account.carryOut(method, url, body) };
    } catch (error) {
      if (error instanceof FakeWooviError) return { status: error.status, body: { error: error.message } };
      throw error;
    }
  }
}
