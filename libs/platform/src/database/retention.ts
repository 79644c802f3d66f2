/**
 * SQL for the least id (UUID version 7) that can have been made at that time. Records whose ids are made when they are
 * stored are found by age through their primary key, with no index on the time.
 */
export function leastIdAt(time: string): string {
  return `(lpad(to_hex(greatest(0, floor(extract(epoch FROM ${time}) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/** SQL for the time before which records are old: `parameter` holds how many milliseconds they are kept. */
export function keptSince(parameter: string): string {
  return `(now() - ${parameter}::float8 * interval '1 millisecond')`;
}
