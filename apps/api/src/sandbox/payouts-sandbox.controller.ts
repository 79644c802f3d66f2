import { Body, Controller, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { Documented, DocumentedGroup } from '../http/documented';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { DepositSimulator } from './deposit-simulator';
import { LenientBodyGuard } from './lenient-body.guard';
import { ownAddress } from './own-address';
import { PayoutSimulator } from './payout-simulator';
import { RefundSimulator } from './refund-simulator';
import { SANDBOX_GROUP, SimulatedDepositDto, SimulatedPayoutDto, SimulatedRefundDto } from './simulated.dto';
import { SandboxOnlyGuard } from './sandbox-only.guard';
import { DepositSimulationDto, PayoutSimulationDto, RefundSimulationDto } from './simulation.dto';

/** Lets a tester simulate payout rails, refunds and deposits. Exists in the sandbox only. */
@Controller('sandbox')
@UseGuards(SandboxOnlyGuard, AnonymousLimitGuard)
@DocumentedGroup(...SANDBOX_GROUP)
export class PayoutsSandboxController {
  constructor(
    private readonly payouts: PayoutSimulator,
    private readonly refunds: RefundSimulator,
    private readonly deposits: DepositSimulator,
  ) {}

  @Post('payouts/:id/simulate')
  @HttpCode(200)
  @UseGuards(LenientBodyGuard)
  @Documented({
    operationId: 'simulatePayout',
    summary: 'Simulate what the bank does with a payout',
    description:
      'Without a simulation, a payout completes after a few seconds, fails if the name of its holder contains `FAIL`, and waits if the name contains `HOLD`.',
    response: SimulatedPayoutDto,
    message: 'Simulated.',
    codes: ['PAYOUT_NOT_FOUND'],
  })
  async simulatePayout(
    @Param('id') id: string,
    @Body(RequestValidationPipe) { event, reason, amount }: PayoutSimulationDto,
    @Req() request: Request,
  ) {
    const simulated = await this.payouts.simulate(
      id,
      { event, reason: reason ?? null, amount: amount ?? null },
      ownAddress(request),
    );
    const { payoutId, notificationId, status } = simulated;
    return { payout_id: payoutId, event, notification_id: notificationId, status };
  }

  @Post('refunds/:id/simulate')
  @HttpCode(200)
  @UseGuards(LenientBodyGuard)
  @Documented({
    operationId: 'simulateRefund',
    summary: 'Simulate what the provider does with a refund',
    description: 'Without a simulation, a refund completes after a few seconds.',
    response: SimulatedRefundDto,
    message: 'Simulated.',
    codes: ['REFUND_NOT_FOUND'],
  })
  async simulateRefund(
    @Param('id') id: string,
    @Body(RequestValidationPipe) { event, reason }: RefundSimulationDto,
    @Req() request: Request,
  ) {
    const simulated = await this.refunds.simulate(id, event, reason ?? null, ownAddress(request));
    const { refundId, notificationId, status } = simulated;
    return { refund_id: refundId, event, notification_id: notificationId, status };
  }

  @Post('wallets/:id/simulate')
  @HttpCode(200)
  @UseGuards(LenientBodyGuard)
  @Documented({
    operationId: 'simulateDeposit',
    summary: 'Simulate a transfer to the account of a USD wallet',
    response: SimulatedDepositDto,
    message: 'Simulated.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async simulateDeposit(
    @Param('id') id: string,
    @Body(RequestValidationPipe) { event, amount }: DepositSimulationDto,
    @Req() request: Request,
  ) {
    const { notificationId, wallet } = await this.deposits.simulate(id, amount, ownAddress(request));
    return {
      virtual_wallet_id: wallet.id,
      event,
      notification_id: notificationId,
      balance: wallet.balances.balance.toFixed(),
    };
  }
}
