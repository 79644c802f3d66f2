import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { WholeProperty, TextProperty } from './properties';
import { Rule } from './rule';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 50;

/** The requested part of a list. */
export class PageQueryDto {
  @PerPageField()
  per_page: number = DEFAULT_PER_PAGE;

  /** The list itself decides whether the cursor is valid for it. */
  @CursorField()
  cursor?: string;
}

function PerPageField(): PropertyDecorator {
  const limits = { optional: true, minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE };
  return applyDecorators(
    WholeProperty('The maximum number of entries on a page.', limits),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
    ),
    Rule(
      (value, field) =>
        typeof value === 'number' && value >= 1 && value <= MAX_PER_PAGE
          ? undefined
          : `The ${field} must be a whole number from 1 to ${MAX_PER_PAGE}.`,
      { optional: true },
    ),
  );
}

function CursorField(): PropertyDecorator {
  return applyDecorators(
    TextProperty('The `next_cursor` of the page before.', { optional: true }),
    Rule(
      (value, field) =>
        typeof value === 'string' && value !== '' ? undefined : `The ${field} must be the next_cursor of another page.`,
      { optional: true },
    ),
  );
}
