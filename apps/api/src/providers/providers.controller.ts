import { Clock } from '@app/kernel';
import { ProviderMessages } from '@app/rails';
import { Controller, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { requestIdOf } from '../http/request-observer';
import { RawBodyGuard } from './raw-body.guard';

/**
 * The address to which providers report. A notification gets a response once it is stored; a repeated one changes nothing.
 */
@Controller('providers/:provider/notifications')
export class ProvidersController {
  constructor(
    private readonly messages: ProviderMessages,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(RawBodyGuard)
  async notify(@Param('provider') provider: string, @Req() request: Request) {
    const { pathname, search } = new URL(request.originalUrl, 'http://service');
    await this.messages.receive(provider, {
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: request.headers,
      body: request.body as Buffer,
      now: this.clock.now(),
      requestId: requestIdOf(request),
    });
    return { success: true, message: 'Notification received.', data: null };
  }
}
