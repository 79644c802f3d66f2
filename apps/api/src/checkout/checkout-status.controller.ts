import { Checkout } from '@app/payment-links';
import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { AnonymousLimitGuard } from '../gateway/anonymous-limit';
import { success } from '../http/envelope';
import { setPrivate } from './http';

/** Polled by the page's script while the payer waits. Errors have the API's JSON envelope. */
@Controller('checkout')
@UseGuards(AnonymousLimitGuard)
export class CheckoutStatusController {
  constructor(private readonly checkout: Checkout) {}

  @Get(':id/status')
  async status(@Param('id') id: string, @Res({ passthrough: true }) response: Response) {
    setPrivate(response);
    const { link } = await this.checkout.view(id);
    return success('Payment link status.', { status: link.status, expires_at: link.expiresAt });
  }
}
