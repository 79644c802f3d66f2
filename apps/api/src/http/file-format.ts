import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ChoiceField } from './fields';

/** The files in which a list is offered, with their media types. */
export const FILE_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type FileFormat = keyof typeof FILE_TYPES;

/** A file that a request asks for. */
export interface RequestedFile {
  readonly format: FileFormat;
  /** Languages that the client accepts, the preferred one first; empty when it does not say. */
  readonly languages: readonly string[];
}

/** The field with which a caller that cannot set headers, such as a link in a page, asks for a file. */
export const FormatField = () =>
  ChoiceField(
    '`csv` or `xlsx`: the whole list in one file, without pages. The same as an `Accept` header with that type, which ' +
      'it overrides. A workbook (`xlsx`) is in the language of `Accept-Language`.',
    ['json', 'csv', 'xlsx'],
    { optional: true },
  );

/** Injects the file that the request asks for by its field or else its `Accept` header; undefined for a page. */
export const FileParam = createParamDecorator((_: unknown, context: ExecutionContext): RequestedFile | undefined => {
  const request = context.switchToHttp().getRequest<Request>();
  const { format = acceptedFormat(request) } = request.query;
  if (format !== 'csv' && format !== 'xlsx') return undefined;
  return { format, languages: request.acceptsLanguages().filter((language) => language !== '*') };
});

function acceptedFormat(request: Request): string | undefined {
  const type = request.accepts(['application/json', ...Object.values(FILE_TYPES)]);
  return Object.entries(FILE_TYPES).find(([, each]) => each === type)?.[0];
}
