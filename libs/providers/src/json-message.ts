import { withoutByteOrderMark } from '@app/kernel';
import { MessageRejectedError, type ProviderMessage } from '@app/rails';
import { parseObject, type Json } from './json';

/** The JSON object of a message. Throws `MessageRejectedError` for a body that is none. */
export function bodyObject({ body }: Pick<ProviderMessage, 'body'>): Json {
  const json = parseObject(withoutByteOrderMark(body.toString('utf8')));
  if (json) return json;
  throw malformedMessage('it is not a JSON object');
}

/** The error of a message that cannot be read; `problem` is the rest of a sentence. */
export function malformedMessage(problem: string): MessageRejectedError {
  return new MessageRejectedError('MALFORMED_NOTIFICATION', `The message cannot be read: ${problem}.`);
}
