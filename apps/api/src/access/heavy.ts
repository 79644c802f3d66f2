import {
  Injectable,
  StreamableFile,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, tap, type Observable } from 'rxjs';
import { RateLimitExceeded } from '../http/layer-error';
import { HeavySlots, type Release } from './heavy-slots';
import { panelCallerOf, type PanelRequest } from './panel-request';

const RETRY_AFTER_SECONDS = 2;

/**
 * Lets a panel user, and all users of an account together, run a few heavy operations at once. One that finds no slot
 * waits for a moment. A slot is free again when the operation has ended; for a file, when the client has read all of it
 * or has disconnected.
 */
@Injectable()
export class HeavyInterceptor implements NestInterceptor {
  constructor(private readonly slots: HeavySlots) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { user } = panelCallerOf(context.switchToHttp().getRequest<PanelRequest>());
    const release = await this.slots.take(user.id, user.account.id);
    if (!release) throw RateLimitExceeded.ofHeavyQueries(RETRY_AFTER_SECONDS);
    return next.handle().pipe(
      tap((result) => releaseAfter(result, release)),
      catchError((error: unknown) => {
        release();
        throw error;
      }),
    );
  }
}

function releaseAfter(result: unknown, release: Release): void {
  if (result instanceof StreamableFile) result.getStream().once('close', release);
  else release();
}

/** A search, a list, a report or a file of the panel: an operation whose cost follows the data. */
export const Heavy = () => UseInterceptors(HeavyInterceptor);
