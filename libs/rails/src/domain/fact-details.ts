import type { Fact } from './fact';

/** The text of that name in the details of a fact; null when it is absent or empty. */
export function textField(details: Fact['details'], name: string): string | null {
  const value = details?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
