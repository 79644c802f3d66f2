import {
  AmountDeclinedError,
  BanksUnavailableError,
  PaymentLinkNotFoundError,
  TooManyOrdersError,
} from '@app/payment-links';
import { CONFIG, Log, type Config } from '@app/platform';
import { ExchangeRateUnavailableError } from '@app/rates';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimitExceeded } from '../http/layer-error';
import { FormRejectedError } from './guards';
import { contextOf, sendPage } from './http';
import { noticePage } from './pages/notice.page';
import type { Notice, Texts } from './texts/texts';

interface HttpResponse {
  status: number;
  notice: Notice;
  retryAfterSeconds?: number;
}

/** The openings of the last hour are counted. */
const ORDERS_RETRY_SECONDS = 3_600;

/** New rates arrive every few minutes, and a provider's list of banks returns with it. */
const RETRY_SECONDS = 120;

/** Turns every error into an HTML page for the payer. */
@Catch()
export class CheckoutErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: Log,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const context = contextOf(request, this.config);
    const { status, notice, retryAfterSeconds } = responseFor(error, context.texts);
    if (status >= 500) this.log.error({ err: error }, 'checkout page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
    const { id } = request.params;
    const retryUrl = status === 404 || typeof id !== 'string' ? undefined : `${context.base}/checkout/${id}`;
    sendPage(response, status, noticePage(context, notice, retryUrl));
  }
}

function responseFor(error: unknown, texts: Texts): HttpResponse {
  if (error instanceof PaymentLinkNotFoundError) return { status: 404, notice: texts.notFound };
  if (error instanceof ExchangeRateUnavailableError) {
    return { status: 503, notice: texts.unavailable, retryAfterSeconds: RETRY_SECONDS };
  }
  if (error instanceof BanksUnavailableError) {
    return { status: 503, notice: texts.banksUnavailable, retryAfterSeconds: RETRY_SECONDS };
  }
  if (error instanceof AmountDeclinedError) return { status: 422, notice: texts.amountDeclined };
  if (error instanceof FormRejectedError) return { status: error.status, notice: texts.rejected };
  if (error instanceof TooManyOrdersError) {
    return { status: 429, notice: texts.tooManyOrders, retryAfterSeconds: ORDERS_RETRY_SECONDS };
  }
  if (error instanceof RateLimitExceeded) {
    return { status: 429, notice: texts.tooMany, retryAfterSeconds: error.retryAfter };
  }
  return { status: 500, notice: texts.failed };
}
