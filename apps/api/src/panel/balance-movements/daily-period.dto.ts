import { addDays, dayIn, ValidationError } from '@app/kernel';
import { DateField, periodOf, type GivenDate, type GivenPeriod } from '../period-query.dto';
import { WalletQueryDto } from '../wallets/wallet-query.dto';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** A wallet and a period of whole days. */
export class DailyPeriodQueryDto extends WalletQueryDto implements GivenPeriod {
  @DateField(`The first day; by default ${DEFAULT_DAYS} days end with the last one.`)
  start_date?: GivenDate;

  @DateField(`The last day; today by default. At most ${MAX_DAYS} days.`)
  end_date?: GivenDate;
}

/** The days of the period in the zone; a time stands for its whole day. Throws a `ValidationError`. */
export function daysIn(query: DailyPeriodQueryDto, now: Date, zone: string): [string, ...string[]] {
  // Rejects an end before its start.
  periodOf(query, zone);
  const { start_date, end_date } = query;
  const [today, first] = [dayIn(zone, now), start_date && dayOf(start_date, zone)];
  const last = end_date ? dayOf(end_date, zone) : first !== undefined && first > today ? first : today;
  const from = first ?? addDays(last, 1 - DEFAULT_DAYS);
  const count = (Date.parse(last) - Date.parse(from)) / DAY_MS + 1;
  if (count > MAX_DAYS) {
    throw ValidationError.of(
      end_date ? 'end_date' : 'start_date',
      `The period of start_date and end_date must not have more than ${MAX_DAYS} days.`,
    );
  }
  return [from, ...Array.from({ length: count - 1 }, (_, index) => addDays(from, index + 1))];
}

function dayOf(date: GivenDate, zone: string): string {
  return 'day' in date ? date.day : dayIn(zone, date.moment);
}
