import { verifySignature, type SignedMessage } from '@app/kernel';
import { MessageRejectedError } from './errors';

/**
 * Throws `MessageRejectedError` unless one of the secrets signed the message, within five minutes of `now`:
 * `signatureOf` of `@app/kernel`, over a timestamp in Unix seconds.
 */
export function verifyHmacSignature(secrets: readonly Uint8Array[], message: SignedMessage, now: Date): void {
  if (verifySignature(message, secrets, now)) return;
  const isSigned = message.timestamp !== undefined && message.signature !== undefined;
  const problem = isSigned ? 'The signature is wrong or too old.' : 'The fact is not signed.';
  throw new MessageRejectedError('INVALID_SIGNATURE', problem);
}
