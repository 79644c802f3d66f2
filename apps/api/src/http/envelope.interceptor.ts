import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { documentationOf } from './documentation';
import { envelope } from './envelope';

/**
 * Puts what an operation returns into the envelope of a success, with the message of its `@Documented`. A file, and a
 * result that has another message, are sent as they are. An operation that has sent its response returns nothing.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { message } = documentationOf(context.getHandler());
    return next.handle().pipe(map((result: unknown) => (isSent(result) ? result : envelope(message, result))));
  }
}

function isSent(result: unknown): boolean {
  return result === undefined || result instanceof StreamableFile;
}
