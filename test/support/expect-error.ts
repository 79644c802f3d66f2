import type { HttpResponse } from './http-client';

/** Expects the ordinary envelope with that status and code, a message, and exactly these details beside it. */
export function expectError({ status, body }: HttpResponse, wanted: number, code: string, details: object = {}): void {
  expect(body).toEqual({ success: false, code, message: expect.any(String), ...details });
  expect(status).toBe(wanted);
}

/** The details of a validation error that names exactly these fields, each with one text. */
export function naming(...fields: string[]): object {
  return { errors: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])) };
}
