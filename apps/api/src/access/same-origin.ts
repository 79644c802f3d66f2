import type { Request } from 'express';

/**
 * Whether the browser says that a page of the service itself makes the request. `publicUrl` is where browsers find the
 * service when a proxy hides it; the request's own address counts too.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const { headers, protocol, host } = request;
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  const { origin } = headers;
  return origin !== undefined && (origin === new URL(publicUrl).origin || origin === `${protocol}://${host}`);
}
