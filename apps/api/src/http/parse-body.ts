import type { NextFunction, Request, Response } from 'express';

/** One of Express's body parsers. */
export type BodyParser = (request: Request, response: Response, next: NextFunction) => void;

/**
 * Lets the parser read the body into `request.body`. Guards call it, so that authentication and limits come before the
 * body. Rejects with the parser's error: 413, or a body that it cannot read.
 */
export function parseBody(parser: BodyParser, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('the body could not be read', { cause: error }));
    });
  });
}

/** Whether a parser rejected the body for its size. */
export function isTooLarge(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 413;
}
