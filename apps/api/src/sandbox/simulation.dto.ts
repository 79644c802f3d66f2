import { isStorable, typedEmail, WrittenAmount } from '@app/kernel';
import type { Payer } from '@app/payment-links';
import { SANDBOX_PAYOUT_EVENTS, type SandboxOutflowEvent } from '@app/providers';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { AmountField, ChoiceField, TextField } from '../http/fields';
import { JsonProperty } from '../http/properties';
import { Rule } from '../http/rule';

/**
 * What a tester can simulate. The payer confirms a debit; the rail submits, settles, declines or returns it. A refund is made
 * at the provider; a dispute takes the payment, and is won.
 */
export const SIMULATED_EVENTS = [
  'pay',
  'lapse',
  'debit_confirm',
  'debit_submit',
  'debit_settle',
  'debit_refuse',
  'debit_return',
  'refund',
  'dispute',
  'dispute_win',
] as const;

export type SimulatedEvent = (typeof SIMULATED_EVENTS)[number];

/** What a tester can simulate of a refund. */
export const SIMULATED_REFUND_EVENTS = ['complete', 'fail'] as const;

export type SimulatedRefundEvent = (typeof SIMULATED_REFUND_EVENTS)[number];

export interface Simulation {
  event: SimulatedEvent;
  /** Code of the method to open an order with, when none is open. */
  method: string | null;
  payer: Payer | null;
  /** The amount that the payer pays instead of the amount due. */
  amount: WrittenAmount | null;
}

const OMITTABLE = { optional: true, nullable: true };

/** A `+` that was not escaped arrives as a blank, which an address does not have. */
const TypedAddress = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? typedEmail(value).replaceAll(' ', '+') : value,
  );

/** A form sends its empty fields as empty text. */
const EmptyAsNull = () => Transform(({ value }: { value: unknown }) => (value === '' ? null : value));

@ApiSchema({ name: 'LinkSimulation' })
export class SimulationDto {
  @ChoiceField('What happens.', SIMULATED_EVENTS, { example: 'pay' })
  event!: SimulatedEvent;

  @TextField('The payment method.', { ...OMITTABLE, maxLength: 255 })
  @EmptyAsNull()
  method?: string | null;

  @PayerField()
  @EmptyAsNull()
  payer?: Payer | null;

  @AmountField('What the payer pays instead of what is owed; what a refund gives back instead of all.', OMITTABLE)
  @EmptyAsNull()
  amount?: WrittenAmount | null;
}

/** The simulation that the request asks for; what it leaves out is null. */
export function simulationOf({ event, method, payer, amount }: SimulationDto): Simulation {
  return { event, method: method ?? null, payer: payer ?? null, amount: amount ?? null };
}

@ApiSchema({ name: 'PayoutSimulation' })
export class PayoutSimulationDto {
  @ChoiceField('What the payout rail does.', SANDBOX_PAYOUT_EVENTS, { example: 'complete' })
  event!: SandboxOutflowEvent;

  @TextField('Why the payout fails or comes back.', { ...OMITTABLE, maxLength: 255 })
  @EmptyAsNull()
  reason?: string | null;

  @AmountField('What comes back of it, in the currency of the destination; without it, all that is left.', OMITTABLE)
  @EmptyAsNull()
  amount?: WrittenAmount | null;
}

@ApiSchema({ name: 'RefundSimulation' })
export class RefundSimulationDto {
  @ChoiceField('What the provider does.', SIMULATED_REFUND_EVENTS, { example: 'complete' })
  event!: SimulatedRefundEvent;

  @TextField('Why the refund fails.', { ...OMITTABLE, maxLength: 255 })
  @EmptyAsNull()
  reason?: string | null;
}

@ApiSchema({ name: 'DepositSimulation' })
export class DepositSimulationDto {
  @ChoiceField('What happens.', ['deposit'], { example: 'deposit' })
  event!: 'deposit';

  @AmountField('What arrives.', { example: '100.00' })
  amount!: WrittenAmount;
}

export class MailboxQueryDto {
  @TextField('An e-mail address.', { example: 'payer@example.com', minLength: 1, maxLength: 320, allowsBlank: true })
  @TypedAddress()
  to!: string;
}

const MAX_PAYER_TEXT = 255;

/** The DTO has the payer with texts of at most 255 characters, and null for what is not text. */
function PayerField(): PropertyDecorator {
  return applyDecorators(
    JsonProperty('Who pays, with any of `name`, `email` and `document`.', {
      ...OMITTABLE,
      example: { name: 'Ana García', email: 'ana@example.com' },
    }),
    Transform(({ value }: { value: unknown }) => (isPayer(value) ? payerOf(value) : value)),
    Rule(
      (value, field) => (isPayer(value) ? undefined : `The ${field} must be an object with name, email and document.`),
      OMITTABLE,
    ),
  );
}

/** Text that the database cannot store is rejected here, as it is in a checkout form. */
function isPayer(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((field) => typeof field !== 'string' || isStorable(field));
}

function payerOf(payer: Readonly<Record<string, unknown>>): Payer {
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? [...value].slice(0, MAX_PAYER_TEXT).join('') : null;
  return { name: text(payer['name']), email: text(payer['email']), document: text(payer['document']) };
}
