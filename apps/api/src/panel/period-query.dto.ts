import { isDay, parseDate } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { PageQueryDto } from '../http/page-query.dto';
import { TextProperty } from '../http/properties';
import { Rule } from '../http/rule';

const DAY_MS = 86_400_000;
/** Years that keep four digits in every offset, as the database reads them. */
const SAFE_YEAR = /^[12]/;

/**
 * A page of a list within a period. Both dates belong to the period: a day in UTC as a whole, a time as its millisecond.
 * After validation `end_date` is the first moment after the period.
 */
export class PeriodQueryDto extends PageQueryDto {
  @StartDateField('Nothing older than this.')
  start_date?: Date;

  @EndDateField('Nothing newer than this.')
  end_date?: Date;
}

/** The optional start of a period. */
export function StartDateField(description: string): PropertyDecorator {
  return DateField(description, { day: 0, time: 0 });
}

/** The optional end of a period that `StartDateField` `start_date` begins; as the first moment after it. */
export function EndDateField(description: string): PropertyDecorator {
  return applyDecorators(DateField(description, { day: DAY_MS, time: 1 }), NotBefore('start_date'));
}

/** The period as queries of the libraries take it: `from` included, `to` excluded. */
export function periodOf({ start_date, end_date }: PeriodQueryDto): { from?: Date | undefined; to?: Date | undefined } {
  return { from: start_date, to: end_date };
}

/** `added` is how many milliseconds are added to a day and to a time. */
function DateField(description: string, added: { day: number; time: number }): PropertyDecorator {
  return applyDecorators(
    TextProperty(`${description} A day in UTC, or a time with its offset.`, { optional: true, example: '2026-11-21' }),
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string' || !SAFE_YEAR.test(value)) return value;
      const date = parseDate(value);
      return date ? new Date(date.getTime() + (isDay(value) ? added.day : added.time)) : value;
    }),
    Rule(
      (value, field) =>
        value instanceof Date ? undefined : `The ${field} must be a day such as 2030-01-31, or a time with its offset.`,
      { optional: true },
    ),
  );
}

/** The date comes after the other one, if both could be read. */
function NotBefore(other: 'start_date'): PropertyDecorator {
  return ValidateBy({
    name: 'notBefore',
    validator: {
      validate: (end, given) => {
        const start: unknown = (given?.object as PeriodQueryDto | undefined)?.[other];
        return !(start instanceof Date && end instanceof Date) || end > start;
      },
      defaultMessage: (given) => `The ${given?.property} must not be before the ${other}.`,
    },
  });
}
