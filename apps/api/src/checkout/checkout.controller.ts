import { Clock } from '@app/kernel';
import {
  AmountDeclinedError,
  Checkout,
  findMethod,
  MethodUnavailableError,
  OrderDeclinedError,
  OrderInquiries,
  PaymentLinkNotActiveError,
  type CheckoutOrder,
  type CheckoutView,
} from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Controller, Get, Inject, Param, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { CheckoutErrorFilter } from './checkout-error.filter';
import { FormBodyGuard, OrderLimitGuard, SameOriginGuard } from './guards';
import { contextOf, seeOther, sendPage } from './http';
import { bankOf, payerOf, problemsOf, readOrderForm, type OrderForm, type Problems } from './order-form';
import { choosePage } from './pages/choose.page';
import { debitPage } from './pages/debit.page';
import { bankPageOf, instructionsPage } from './pages/instructions.page';
import { urlsOf, type PageContext } from './pages/layout';
import { outcomePage } from './pages/outcome.page';
import { screenOf, type Screen } from './screen';
import type { Texts } from './texts/texts';

/** How a page differs from that of the link alone. */
interface Shown {
  /** A rejected form and its errors. */
  rejected?: { form: OrderForm; problems: Problems };
  /** The payer has chosen the method just now. */
  justChosen?: boolean;
}

/** The payer's page. There are no credentials and no cookies: anyone who has the address may view and pay the link. */
@Controller('checkout')
@UseFilters(CheckoutErrorFilter)
@UseGuards(AnonymousLimitGuard)
export class CheckoutController {
  constructor(
    private readonly checkout: Checkout,
    private readonly inquiries: OrderInquiries,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query('change') change: unknown,
    @Query('chosen') chosen: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.checkout.view(id);
    if (view.order) await this.inquiries.askOnReturn(view.order);
    const screen = screenOf(view, this.clock.now(), change !== undefined);
    sendPage(
      response,
      200,
      await this.render(contextOf(request, this.config), view, screen, { justChosen: chosen !== undefined }),
    );
  }

  /**
   * A provider may bring the payer back with a form, from its own site. The form is not read, so that it changes nothing
   * whoever sends it: the page asks the provider.
   */
  @Post(':id')
  comeBack(@Param('id') id: string, @Req() request: Request, @Res() response: Response): void {
    seeOther(response, urlsOf(contextOf(request, this.config), id).page);
  }

  /** Reloading a rejected form sends a GET here. */
  @Get(':id/orders')
  reload(@Param('id') id: string, @Req() request: Request, @Res() response: Response): void {
    seeOther(response, urlsOf(contextOf(request, this.config), id).page);
  }

  @Post(':id/orders')
  @UseGuards(OrderLimitGuard, SameOriginGuard, FormBodyGuard)
  async choose(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const context = contextOf(request, this.config);
    const view = await this.checkout.view(id);
    const screen = screenOf(view, this.clock.now(), true);
    const { page, chosen } = urlsOf(context, id);
    if (screen.name !== 'choose') return seeOther(response, page);
    const form = readOrderForm(request.body);
    const { problems, order } = await this.order(view, form, screen.openOrder, context);
    if (!problems) return seeOther(response, order && bankPageOf(order) ? chosen : page);
    sendPage(response, 422, await this.render(context, view, screen, { rejected: { form, problems } }));
  }

  /** Opens the order. Returns neither order nor problems when the link is no longer active: its page shows that. */
  private async order(
    view: CheckoutView,
    form: OrderForm,
    openOrder: CheckoutOrder | null,
    { texts }: PageContext,
  ): Promise<{ order?: CheckoutOrder; problems?: Problems }> {
    const banks = await this.checkout.banksOf(form.method);
    const country = findMethod(form.method)?.country ?? '';
    const earlier = openOrder?.payer ?? null;
    const requires = this.checkout.requirementsOf(form.method);
    const problems = problemsOf(form, { requires, banks, country, earlier }, texts);
    if (Object.keys(problems).length > 0) return { problems };
    try {
      const payer = payerOf(form, country, earlier);
      const choice = { bank: bankOf(form, banks), language: texts.language };
      return { order: await this.checkout.chooseIn(view, form.method, payer, choice) };
    } catch (error) {
      if (error instanceof PaymentLinkNotActiveError) return {};
      if (error instanceof MethodUnavailableError) return { problems: { method: texts.errors.methodUnavailable } };
      if (error instanceof AmountDeclinedError) return { problems: { method: texts.errors.amountDeclined } };
      if (error instanceof OrderDeclinedError) return { problems: declineProblem(error, texts) };
      throw error;
    }
  }

  private async render(context: PageContext, view: CheckoutView, screen: Screen, shown: Shown): Promise<string> {
    const { rejected, justChosen } = shown;
    switch (screen.name) {
      case 'instructions':
        return instructionsPage(context, { view, order: screen.order, now: this.clock.now(), justChosen });
      case 'debit': {
        const { order } = screen;
        const requiresEmail = this.checkout.requirementsOf(order.method).includes('email');
        return debitPage(context, { view, order, now: this.clock.now(), requiresEmail });
      }
      case 'outcome':
        return outcomePage(context, view, screen.outcome);
      case 'choose': {
        const offers = await this.checkout.listOffers(view);
        return choosePage(context, { view, offers, ...screen, ...rejected });
      }
    }
  }
}

/** The field that the provider does not accept, or the method without one. */
function declineProblem({ field }: OrderDeclinedError, { errors }: Texts): Problems {
  return field === null ? { method: errors.declined } : { [field]: errors.notAccepted };
}
