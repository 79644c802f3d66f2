import { isUuid } from '@app/kernel';
import { createHash } from 'node:crypto';

/** The ids of a trace and of its first span, in hexadecimal digits (W3C Trace Context). */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * The trace of a request follows from its id, so that the id is enough to find it, and a delivery made hours
 * later by another process joins it: that of a UUID has the same digits without the dashes.
 */
export function traceIdsOf(requestId: string): TraceIds {
  const traceId = isUuid(requestId)
    ? requestId.replaceAll('-', '').toLowerCase()
    : createHash('sha256').update(requestId).digest('hex').slice(0, 32);
  return { traceId, spanId: traceId.slice(-16) };
}
