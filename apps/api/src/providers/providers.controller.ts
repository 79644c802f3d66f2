import { Clock, DomainError } from '@app/kernel';
import { FactInbox, NotificationSources } from '@app/rails';
import { Controller, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { RawBodyGuard } from './raw-body.guard';

/**
 * The address to which providers report. A notification is answered once it is stored; a repeated one changes nothing.
 */
@Controller('providers/:provider/notifications')
export class ProvidersController {
  constructor(
    private readonly inbox: FactInbox,
    private readonly sources: NotificationSources,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(RawBodyGuard)
  async notify(@Param('provider') provider: string, @Req() request: Request) {
    const source = this.sources.find(provider);
    if (!source) throw new DomainError('RESOURCE_NOT_FOUND', 'There is nothing at this address.');
    const body = request.body as Buffer;
    await this.inbox.receive(source, { headers: request.headers, body, now: this.clock.now() });
    return { success: true, message: 'Notification received.', data: null };
  }
}
