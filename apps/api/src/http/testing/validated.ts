import type { Config } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import type { Type } from '@nestjs/common';
import { RequestValidationPipe } from '../request-validation.pipe';

type Environment = Config['environment'];

/** The body as a controller is given it. Rejects with the error of the pipe. */
export function validated<T>(dto: Type<T>, body: unknown, environment: Environment = 'sandbox'): Promise<T> {
  const pipe = new RequestValidationPipe({ ...aConfig(), environment });
  return pipe.transform(structuredClone(body), { type: 'body', metatype: dto }) as Promise<T>;
}

/** The `errors` of a rejected body; undefined for one that is accepted. */
export async function errorsOf(dto: Type, body: unknown, environment?: Environment): Promise<unknown> {
  try {
    await validated(dto, body, environment);
  } catch (error) {
    return (error as { details?: { errors?: unknown } }).details?.errors ?? error;
  }
  return undefined;
}
