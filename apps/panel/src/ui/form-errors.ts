import { ApiError } from '../api/api-error';

/** The fields that the API rejected, each with its first reason, ready for `form.setErrors`. */
export function rejectedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.errors).map(([field, reasons]) => [field, reasons[0] ?? '']));
}

/** The error without the reasons that the given fields already show. */
export function withoutFields(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, requestId, meta } = error;
  const others = Object.entries(error.errors).filter(([field]) => !fields.includes(field));
  return new ApiError(status, code, message, requestId, Object.fromEntries(others), meta);
}
