import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

const known = new WeakMap<object, ReadonlyMap<string, string>>();

/**
 * Parameters of a query that are those of the DTO in another spelling: `status[]`, `startDate` or `Status`. Each has a text
 * with the right name. Parameters that resemble none are ignored: tools add some of their own.
 */
export function misspeltParameters(query: unknown, dto: Type): Record<string, string[]> {
  if (typeof query !== 'object' || query === null) return {};
  const names = namesOf(dto);
  const problems: Record<string, string[]> = {};
  for (const given of Object.keys(query)) {
    const name = names.get(plain(given));
    if (name !== undefined && name !== given) problems[given] = [`Write ${name}, and give it once.`];
  }
  return problems;
}

/** The parameters of the DTO by their plain form. */
function namesOf(dto: Type): ReadonlyMap<string, string> {
  const found =
    known.get(dto) ??
    new Map(
      getMetadataStorage()
        .getTargetValidationMetadatas(dto, '', false, false)
        .map(({ propertyName }) => [plain(propertyName), propertyName]),
    );
  known.set(dto, found);
  return found;
}

function plain(name: string): string {
  return name.replace(/\[.*$/s, '').replaceAll(/[_-]/g, '').toLowerCase();
}
