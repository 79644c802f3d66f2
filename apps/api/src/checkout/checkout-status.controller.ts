import { Checkout, stateOf } from '@app/payment-links';
import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { PollLimitGuard } from '../access/anonymous-limit';
import { Success } from '../http/envelope';
import { setPrivate } from './http';

/** Polled by the page's script while the payer waits, on a budget of its own, so that no page waits for it. Errors have the API's JSON envelope. */
@Controller('checkout')
@UseGuards(PollLimitGuard)
export class CheckoutStatusController {
  constructor(private readonly checkout: Checkout) {}

  @Get(':id/status')
  async status(@Param('id') id: string, @Res({ passthrough: true }) response: Response) {
    setPrivate(response);
    const view = await this.checkout.view(id);
    const { status, expiresAt } = view.link;
    return new Success('Payment link status.', { status, state: stateOf(view), expires_at: expiresAt });
  }
}
