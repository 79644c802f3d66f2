import { UnitOfWork, ValidationError, type AlsoInTransaction } from '@app/kernel';
import { Idempotency, type IdempotencyClaim } from '@app/platform';
import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';

/** The two ends of one HTTP call. */
export interface Exchange {
  request: Request;
  response: Response;
}

/** Metadata of a controller's method that can be called under an `Idempotency-Key`. */
export const IDEMPOTENT = 'idempotent';

/** Injects the `Exchange` into a controller's method, which is known as one for `IdempotentCalls` from then on. */
export const ExchangeParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): Exchange => {
    const http = context.switchToHttp();
    return { request: http.getRequest(), response: http.getResponse() };
  },
  [(controller, method) => Reflect.defineMetadata(IDEMPOTENT, true, controller, method as string)],
);

/** Turns the presentation of what was created into keeping it as the answer for repeated calls. */
type KeepAs = <T>(present: (created: T) => unknown) => AlsoInTransaction<T>;

/**
 * Carries out a creating call under its `Idempotency-Key`, if it has one: a repeated call gets the first one's answer
 * with `Idempotency-Replayed: true`. What fails is not kept, so the same key may try again.
 */
@Injectable()
export class IdempotentCalls {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly uow: UnitOfWork,
  ) {}

  /** `caller` is the account of an API key, or a user of the panel. */
  async run<A>({ request, response }: Exchange, caller: string, work: (keepAs: KeepAs) => Promise<A>): Promise<A> {
    const key = keyOf(request);
    if (key === undefined) return work(() => undefined);
    const scope = { caller, path: plainPath(request) };
    const begun = await this.uow.once((tx) => this.idempotency.begin(tx, scope, key, request.body));
    if (begun.outcome === 'replay') {
      response.setHeader('Idempotency-Replayed', 'true');
      return begun.answer as A;
    }
    return this.carryOut(begun.claim, work);
  }

  private async carryOut<A>(claim: IdempotencyClaim, work: (keepAs: KeepAs) => Promise<A>): Promise<A> {
    try {
      return await work((present) => (tx, created) => this.idempotency.keep(tx, claim, present(created)));
    } catch (error) {
      // Should this fail too, the lease runs out; the first error is the one to report.
      await this.uow.once((tx) => this.idempotency.giveUp(tx, claim)).catch(() => undefined);
      throw error;
    }
  }
}

/** Routes are found whatever the case and with a slash at their end: spelt otherwise it is the same call. */
function plainPath({ path }: Request): string {
  return path.toLowerCase().replace(/\/$/, '');
}

function keyOf(request: Request): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length < 1 || header.length > 255) {
    throw ValidationError.of('Idempotency-Key', 'The Idempotency-Key must have 1 to 255 characters.');
  }
  return header;
}
