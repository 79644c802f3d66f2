import type { Schemas } from '../api/client';
import { localDeadline } from '../api/local-deadline';

const WARN_BEFORE_MS = 2 * 60_000;

/** The ends of a session by this device's clock, in milliseconds: without activity, and in any case. */
export interface SessionEnds {
  idle: number | undefined;
  absolute: number | undefined;
}

/** The end that comes first. Activity extends an idle end; nothing extends the absolute one. */
interface SessionEnd {
  kind: keyof SessionEnds;
  at: number;
}

/** The ends of the session in a response; `servedAt` is the time of the response. */
export function endsOf(
  { idle_expires_at, expires_at }: Pick<Schemas['SessionState'], 'idle_expires_at' | 'expires_at'>,
  servedAt: string | null,
  now: number,
): SessionEnds {
  const local = (end: string | undefined) => (end === undefined ? undefined : localDeadline(end, servedAt, now));
  return { idle: local(idle_expires_at), absolute: local(expires_at) };
}

/** The first end, if it is so near that the panel warns. The idle end may be later than the absolute one. */
export function nearEnd({ idle = Infinity, absolute = Infinity }: SessionEnds, now: number): SessionEnd | undefined {
  const end: SessionEnd = idle < absolute ? { kind: 'idle', at: idle } : { kind: 'absolute', at: absolute };
  return end.at - now <= WARN_BEFORE_MS ? end : undefined;
}
