import { PAYER_LANGUAGES, type LinkKind } from '@app/payment-links';
import { Mailbox, type MailboxEntry } from '@app/mail';
import { CONFIG, type Config } from '@app/platform';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { basePathOf } from '../http/base-path';
import { Documented, DocumentedGroup } from '../http/documented';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { LINK_EVENTS, SANDBOX_GROUP, SandboxMailDto, SimulatedLinkDto } from './simulated.dto';
import { isSentByForm, LenientBodyGuard } from './lenient-body.guard';
import { ownAddress } from './own-address';
import { SandboxOnlyGuard } from './sandbox-only.guard';
import { MailboxQueryDto, simulationOf, SimulationDto } from './simulation.dto';
import { Simulator } from './simulator';

/** Lets a tester simulate payers and rails. Exists in the sandbox only. */
@Controller('sandbox')
@UseGuards(SandboxOnlyGuard, AnonymousLimitGuard)
@DocumentedGroup(...SANDBOX_GROUP)
export class SandboxController {
  constructor(
    private readonly simulator: Simulator,
    private readonly mailbox: Mailbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('payment-links/:id/simulate')
  @HttpCode(200)
  @UseGuards(LenientBodyGuard)
  @Documented({
    operationId: 'simulatePaymentLink',
    summary: 'Simulate what happens to a payment link',
    description: LINK_EVENTS,
    response: SimulatedLinkDto,
    message: 'Simulated.',
    codes: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_NOT_ACTIVE'],
  })
  simulate(
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: SimulationDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.run('payment_link', id, body, request, response);
  }

  @Post('cards/payment-links/:id/simulate')
  @HttpCode(200)
  @UseGuards(LenientBodyGuard)
  @Documented({
    operationId: 'simulateCardPaymentLink',
    summary: 'Simulate what happens to a card payment link',
    description: 'The events are `pay`, `lapse`, `refund`, `dispute` and `dispute_win`.',
    response: SimulatedLinkDto,
    message: 'Simulated.',
    codes: ['CARD_PAYMENT_LINK_NOT_FOUND', 'CARD_PAYMENT_LINK_NOT_ACTIVE'],
  })
  simulateByCard(
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: SimulationDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.run('card_payment_link', id, body, request, response);
  }

  @Get('mailbox')
  @Documented({
    operationId: 'readMailbox',
    summary: 'Read the mail to an address',
    description: 'The newest 50 messages, the newest first. Each can be read from the moment in which it is written.',
    response: [SandboxMailDto],
    message: 'Newest messages first.',
  })
  async mail(@Query(RequestValidationPipe) { to }: MailboxQueryDto) {
    const messages = await this.mailbox.listNewest(to, 50);
    return messages.map(messageJson);
  }

  /** A browser's form is sent back to the checkout page, which shows what happened. */
  private async run(kind: LinkKind, id: string, body: SimulationDto, request: Request, response: Response) {
    const simulation = simulationOf(body);
    const { notificationId, link } = await this.simulator.simulate(kind, id, simulation, ownAddress(request));
    if (isSentByForm(response)) {
      const language = PAYER_LANGUAGES.find((one) => one === request.query['lang']);
      const query = language ? `?lang=${language}` : '';
      response.redirect(303, `${basePathOf(this.config)}/checkout/${id}${query}`);
      return undefined;
    }
    return {
      payment_link_id: link.id,
      event: simulation.event,
      notification_id: notificationId,
      status: link.status,
    };
  }
}

function messageJson({ createdAt, sentAt, id, to, subject, text, html, status }: MailboxEntry): SandboxMailDto {
  return { id, to, subject, text, html, status, created_at: createdAt, sent_at: sentAt };
}
