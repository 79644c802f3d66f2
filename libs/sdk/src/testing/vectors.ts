import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookVerificationReason } from '../webhooks';

export interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  body_base64: string;
  signature: string;
  valid: boolean;
  now: number;
  reason?: WebhookVerificationReason;
}

export const VECTORS_FILE = join(__dirname, '../../test-vectors/webhook-signatures.json');

/** The published vectors, as other implementations read them. */
export const VECTORS = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as readonly Vector[];

export const bytesOf = ({ body_base64 }: Vector): Buffer => Buffer.from(body_base64, 'base64');
export const nowOf = ({ now }: Vector): Date => new Date(now * 1_000);
