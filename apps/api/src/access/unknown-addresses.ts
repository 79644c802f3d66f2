import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Answers a request that was refused, or returns false and does nothing. */
type Answerer = (error: unknown, request: Request, response: Response) => boolean;

/** Lets the surface that people open in browsers answer addresses that no route has. */
@Injectable()
export class UnknownAddresses {
  private answerer: Answerer = () => false;

  answerBy(answerer: Answerer): void {
    this.answerer = answerer;
  }

  /** Returns false where the answer is the API's own. */
  answer(error: unknown, request: Request, response: Response): boolean {
    return this.answerer(error, request, response);
  }
}
