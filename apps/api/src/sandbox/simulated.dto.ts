import { LINK_STATUSES, REFUND_STATUSES, type LinkStatus, type RefundStatus } from '@app/payment-links';
import { PAYOUT_STATUSES, type PayoutStatus } from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { AmountProperty, ChoiceProperty, TextProperty, TimeProperty, UuidProperty } from '../http/properties';

export const SANDBOX_GROUP = [
  'Sandbox',
  'What testers simulate: payers, banks and payment providers. These operations need no credential and do not exist in production.',
] as const;

export const LINK_EVENTS = `- \`pay\`: the payer pays. Opens an order if none is open. In USD, the debit takes all its remaining steps. After \`lapse\` it is a late payment; with another \`amount\` than is owed, it becomes a payment exception.
- \`lapse\`: the deadline of the order passes.
- \`debit_confirm\`, \`debit_submit\`, \`debit_settle\`, \`debit_refuse\`, \`debit_return\`: the steps of a USD bank debit.
- \`refund\`: a refund made at the provider, of the whole payment or of \`amount\`.
- \`dispute\`, \`dispute_win\`: the payer contests the payment at their bank, which takes it, and the dispute is won. Not for bank debits.

The same event simulated again is the same notification, and changes nothing.`;

const NOTIFICATION = 'The id of the signed notification that reported it';

@ApiSchema({ name: 'SimulatedLink' })
export class SimulatedLinkDto {
  @UuidProperty('The link.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  payment_link_id!: string;

  @TextProperty('What was simulated.', { example: 'pay' })
  event!: string;

  @TextProperty(`${NOTIFICATION}; null for the payer's own steps.`, {
    nullable: true,
    example: 'pay:01a1fbad-0c2e-7b51',
  })
  notification_id!: string | null;

  @ChoiceProperty('The state of the link afterwards.', LINK_STATUSES, { example: 'completed' })
  status!: LinkStatus;
}

@ApiSchema({ name: 'SimulatedPayout' })
export class SimulatedPayoutDto {
  @UuidProperty('The payout.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  payout_id!: string;

  @TextProperty('What was simulated.', { example: 'complete' })
  event!: string;

  @TextProperty(`${NOTIFICATION}; null if nothing was reported.`, {
    nullable: true,
    example: 'completed:01a1fbac-f8bc-7375',
  })
  notification_id!: string | null;

  @ChoiceProperty('The state of the payout afterwards.', PAYOUT_STATUSES, { example: 'completed' })
  status!: PayoutStatus;
}

@ApiSchema({ name: 'SimulatedRefund' })
export class SimulatedRefundDto {
  @UuidProperty('The refund.', { example: '01a20012-8d5f-7a3c-9b1e-4f6a7c8d9e0f' })
  refund_id!: string;

  @TextProperty('What was simulated.', { example: 'complete' })
  event!: string;

  @TextProperty(`${NOTIFICATION}; null if nothing was reported.`, {
    nullable: true,
    example: '01a20012-8d5f-7a3c:refund.completed',
  })
  notification_id!: string | null;

  @ChoiceProperty('The state of the refund afterwards.', REFUND_STATUSES, { example: 'completed' })
  status!: RefundStatus;
}

@ApiSchema({ name: 'SimulatedDeposit' })
export class SimulatedDepositDto {
  @UuidProperty('The wallet.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  virtual_wallet_id!: string;

  @TextProperty('What was simulated.', { example: 'deposit' })
  event!: string;

  @TextProperty(`${NOTIFICATION}.`, { example: '01a1fbad-0c2e-7b51-9d3e-2f6c8a1b4d70' })
  notification_id!: string;

  @AmountProperty('The balance of the wallet afterwards.', { example: '100.00' })
  balance!: string;
}

@ApiSchema({ name: 'SandboxMail' })
export class SandboxMailDto {
  @UuidProperty('The message.', { example: '01a1fbad-0c2e-7b51-9d3e-2f6c8a1b4d70' })
  id!: string;

  @TextProperty('The address it went to.', { example: 'payer@example.com' })
  to!: string;

  @TextProperty('The subject.', { example: 'Payment received: 15,000.00 ARS to Librería del Lago' })
  subject!: string;

  @TextProperty('The message as text. A verification code stands alone on its line.', { example: 'We have received …' })
  text!: string;

  @TextProperty('The message as HTML, if it has that form.', { nullable: true, example: null })
  html!: string | null;

  @TextProperty('`pending`, `sent` or `failed`; without a mail server a message stays `pending`.', {
    example: 'pending',
  })
  status!: string;

  @TimeProperty('When it was written.', { example: '2026-01-15T12:00:00.000Z' })
  created_at!: Date;

  @TimeProperty('When the mail server took it.', { nullable: true, example: null })
  sent_at!: Date | null;
}
