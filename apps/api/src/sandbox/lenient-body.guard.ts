import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { urlencoded, type Request, type Response } from 'express';
import { readJsonBody } from '../gateway/json-body';
import { parseBody } from '../gateway/parse-body';

const formParser = urlencoded({ extended: false, limit: '10kb' });

/** JSON, or the form of the checkout page's button. */
@Injectable()
export class LenientBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (request.is('application/x-www-form-urlencoded')) await parseBody(formParser, request, response);
    else await readJsonBody(request, response);
    return true;
  }
}
