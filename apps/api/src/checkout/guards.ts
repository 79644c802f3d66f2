import { parseUrl } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parse } from 'node:querystring';
import { BudgetLimitGuard } from '../access/budget-limit.guard';
import { readBodyText } from '../http/body-text';
import { isTooLarge } from '../http/parse-body';

/** A rejected form: from another site (403), too large (413) or malformed (400). */
export class FormRejectedError extends Error {
  constructor(
    readonly status: 400 | 403 | 413,
    cause?: unknown,
  ) {
    super('the form was rejected', { cause });
    this.name = 'FormRejectedError';
  }
}

/**
 * Rejects forms that browsers send from other sites, so that no other site can open orders in a payer's name. What the
 * browser says in `Sec-Fetch-Site` counts first: privacy settings and redirects leave `Origin: null`. Callers other
 * than browsers send neither.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers, protocol, host } = context.switchToHttp().getRequest<Request>();
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return true;
    const { origin } = headers;
    const isForeign = site === 'cross-site' || site === 'same-site';
    if (origin === undefined ? !isForeign : this.isOwn(origin, `${protocol}://${host}`)) return true;
    throw new FormRejectedError(403);
  }

  /** Compares without default ports. Behind a proxy that ends TLS, the request's own scheme is not the browser's. */
  private isOwn(origin: string, address: string): boolean {
    const sender = parseUrl(origin);
    if (!sender) return false;
    const asSent = parseUrl(address.replace(/^[^:]+/, sender.protocol.slice(0, -1)));
    return sender.host === asSent?.host || sender.origin === new URL(this.config.publicUrl).origin;
  }
}

/** Limits orders per network address: each one is a call to a rail, and a payer needs one or two. */
@Injectable()
export class OrderLimitGuard extends BudgetLimitGuard {
  protected readonly budget = 'checkout';
}

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 10_240;
const MAX_FIELDS = 20;

/** Parses the form in the body, in UTF-8 whatever its charset says. A body of another content type counts as empty. */
@Injectable()
export class FormBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.is(FORM)) request.body = await readForm(request, http.getResponse<Response>());
    return true;
  }
}

async function readForm(request: Request, response: Response): Promise<object> {
  try {
    return parseForm(await readBodyText(request, response, MAX_FORM_BYTES));
  } catch (error) {
    throw error instanceof FormRejectedError ? error : new FormRejectedError(isTooLarge(error) ? 413 : 400, error);
  }
}

/** Throws `FormRejectedError` for too many fields, and `URIError` for escaped bytes that are not UTF-8. */
function parseForm(text: string): object {
  if (text.split('&').length > MAX_FIELDS) throw new FormRejectedError(413);
  // Browsers escape every per cent sign; other callers may leave one as it is.
  decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  return parse(text);
}
