import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Responds to a request that was rejected, or returns false and does nothing. */
type Responder = (error: unknown, request: Request, response: Response) => boolean;

/** Lets the surface that people open in browsers respond to addresses that no route has. */
@Injectable()
export class UnknownAddresses {
  private responder: Responder = () => false;

  respondBy(responder: Responder): void {
    this.responder = responder;
  }

  /** Returns false where the response is the API's own. */
  respond(error: unknown, request: Request, response: Response): boolean {
    return this.responder(error, request, response);
  }
}
