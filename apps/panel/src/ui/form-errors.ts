import { ApiError } from '../api/api-error';

/** What the API says about each field that it refused, for `form.setErrors`. */
export function formErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.errors).map(([field, reasons]) => [field, reasons.join(' ')]));
}
