import { addDays, isDay, parseDate, startOfDay, ValidationError, type ListPeriod } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { PageQueryDto } from '../http/page-query.dto';
import { TextProperty } from '../http/properties';
import { Rule } from '../http/rule';

/** Years that keep four digits in every offset, as the database reads them. */
const SAFE_YEAR = /^[12]/;

/** A date of a filter as it was given: a day, whose bounds depend on the time zone of the account, or a moment. */
export type GivenDate = Readonly<{ day: string } | { moment: Date }>;

/** The dates of a filter. Both belong to the period: a day as a whole, a time as its millisecond. */
export interface GivenPeriod {
  start_date?: GivenDate;
  end_date?: GivenDate;
}

/** A page of a list within a period. */
export class PeriodQueryDto extends PageQueryDto implements GivenPeriod {
  @DateField('Nothing older than this.')
  start_date?: GivenDate;

  @DateField('Nothing newer than this.')
  end_date?: GivenDate;
}

/**
 * The period as queries of the libraries take it. A day is one of the zone. Throws a
 * `ValidationError` that names `end_date` when it comes before the start.
 */
export function periodOf({ start_date, end_date }: GivenPeriod, zone: string): ListPeriod {
  const from = start_date && firstMoment(start_date, zone);
  const to = end_date && afterLast(end_date, zone);
  if (start_date && end_date && isReversed(start_date, end_date, zone)) {
    throw ValidationError.of('end_date', 'The end_date must not be before the start_date.');
  }
  return { from, to };
}

/** One end of a period: an optional day, or time with its offset. */
export function DateField(description: string): PropertyDecorator {
  const accepted = 'A day in the time zone of the account, or a time with its offset.';
  return applyDecorators(
    TextProperty(`${description} ${accepted}`, { optional: true, example: '2026-11-21' }),
    Transform(({ value }: { value: unknown }) => givenDate(value) ?? value),
    Rule(
      (value, field) =>
        typeof value === 'object' && !Array.isArray(value)
          ? undefined
          : `The ${field} must be a day such as 2030-01-31, or a time with its offset.`,
      { optional: true },
    ),
  );
}

function givenDate(value: unknown): GivenDate | undefined {
  if (typeof value !== 'string' || !SAFE_YEAR.test(value)) return undefined;
  // A `+` that was not escaped arrives as a blank, which no time has before its offset.
  const moment = parseDate(value.replace(/ (?=\d\d(?::?\d\d)?$)/, '+'));
  return moment && (isDay(value) ? { day: value } : { moment });
}

function firstMoment(date: GivenDate, zone: string): Date {
  return 'day' in date ? startOfDay(zone, date.day) : date.moment;
}

function afterLast(date: GivenDate, zone: string): Date {
  return 'day' in date ? startOfDay(zone, addDays(date.day, 1)) : new Date(date.moment.getTime() + 1);
}

/** A day that the zone left out has no moments: a period of that day alone is empty, and not rejected. */
function isReversed(start: GivenDate, end: GivenDate, zone: string): boolean {
  if ('day' in start && 'day' in end) return end.day < start.day;
  return afterLast(end, zone) <= firstMoment(start, zone);
}
