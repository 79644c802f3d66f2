import type { Request } from 'express';

/** The address of this process, by the port that the request came in on. */
export function ownAddress(request: Request): string {
  return `http://127.0.0.1:${request.socket.localPort}`;
}
