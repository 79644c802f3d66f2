import { dayOf, ValidationError } from '@app/kernel';
import { EndDateField, StartDateField } from '../period-query.dto';
import { WalletQueryDto } from '../wallets/wallet-query.dto';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** A wallet and a period of whole days. After validation `end_date` is the first moment after the period. */
export class DailyPeriodQueryDto extends WalletQueryDto {
  @StartDateField(`The first day; by default ${DEFAULT_DAYS} days end with the last one.`)
  start_date?: Date;

  @EndDateField(`The last day; today by default. At most ${MAX_DAYS} days.`)
  end_date?: Date;
}

/** The UTC days of the period, each as a whole also where it was given as a time. Throws a `ValidationError`. */
export function daysIn({ start_date, end_date }: DailyPeriodQueryDto, now: Date): [string, ...string[]] {
  const first = start_date && dayNumber(start_date.getTime());
  const last = end_date ? dayNumber(end_date.getTime() - 1) : Math.max(dayNumber(now.getTime()), first ?? -Infinity);
  const from = first ?? last - DEFAULT_DAYS + 1;
  if (last - from >= MAX_DAYS) {
    throw ValidationError.of(
      end_date ? 'end_date' : 'start_date',
      `The period of start_date and end_date must not have more than ${MAX_DAYS} days.`,
    );
  }
  const days = Array.from({ length: last - from }, (_, index) => dayAt(from + 1 + index));
  return [dayAt(from), ...days];
}

function dayNumber(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function dayAt(number: number): string {
  return dayOf(new Date(number * DAY_MS));
}
