import { Clock } from '@app/kernel';
import {
  Checkout,
  DebitDeclinedError,
  MethodUnavailableError,
  PaymentLinkNotActiveError,
  type DebitAccount,
  type DebitAuthorisation,
} from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { CheckoutErrorFilter } from './checkout-error.filter';
import { checkDebitForm, readDebitForm, shownDebitForm } from './debit-form';
import { FormBodyGuard, OrderLimitGuard, SameOriginGuard } from './guards';
import { contextOf, seeOther, sendPage } from './http';
import { debitPage } from './pages/debit.page';
import { MANDATE_VERSION } from './texts/texts';
import { urlsOf } from './pages/layout';
import { screenOf } from './screen';

/** Where the payer authorises a bank debit. */
@Controller('checkout')
@UseFilters(CheckoutErrorFilter)
@UseGuards(AnonymousLimitGuard)
export class DebitController {
  constructor(
    private readonly checkout: Checkout,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Reloading a rejected form sends a GET here. */
  @Get(':id/debit')
  reload(@Param('id') id: string, @Req() request: Request, @Res() response: Response): void {
    seeOther(response, urlsOf(contextOf(request, this.config), id).page);
  }

  /** Redirects to the link's page when the order is no longer the one that the payer saw. */
  @Post(':id/debit')
  @UseGuards(OrderLimitGuard, SameOriginGuard, FormBodyGuard)
  async confirm(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const context = contextOf(request, this.config);
    const view = await this.checkout.view(id);
    const now = this.clock.now();
    const screen = screenOf(view, now, false);
    const { page } = urlsOf(context, id);
    const form = readDebitForm(request.body);
    if (screen.name !== 'debit' || screen.order.id !== form.order) return seeOther(response, page);
    const requiresEmail = this.checkout.requirementsOf(screen.order.method).includes('email');
    const checked = checkDebitForm(form, requiresEmail, context.texts);
    if ('account' in checked && (await this.debit(id, authorisationOf(checked, request), form.order))) {
      return seeOther(response, page);
    }
    const rejected = 'account' in checked ? { accountDeclined: true } : { problems: checked.problems };
    const shown = { form: shownDebitForm(form, rejected.problems), requiresEmail };
    sendPage(response, 422, debitPage(context, { view, order: screen.order, now, ...shown, ...rejected }));
  }

  /** Returns false when the rail cannot debit that account: the payer may try another one. */
  private async debit(linkId: string, debit: DebitAuthorisation, shownOrderId: string): Promise<boolean> {
    try {
      await this.checkout.confirmDebit(linkId, debit, shownOrderId);
    } catch (error) {
      if (error instanceof DebitDeclinedError) return false;
      if (error instanceof PaymentLinkNotActiveError || error instanceof MethodUnavailableError) return true;
      throw error;
    }
    return true;
  }
}

/** Some browsers send pages of text about themselves. */
const MAX_USER_AGENT = 500;

function authorisationOf(
  { account, email }: { account: DebitAccount; email: string | null },
  request: Request,
): DebitAuthorisation {
  const userAgent = (request.get('user-agent') ?? '').slice(0, MAX_USER_AGENT);
  return { account, email, consent: { ip: request.ip ?? '', userAgent, mandateVersion: MANDATE_VERSION } };
}
