import { Log } from '@app/platform';
import { Catch, Injectable, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ApiExceptionFilter } from '../http/exception.filter';
import { RateLimitExceeded } from '../http/layer-error';

/** Responds to browsers that must wait with a page; other addresses are files, and get the usual envelope. */
@Catch()
@Injectable()
export class WebPanelErrorFilter extends ApiExceptionFilter {
  constructor(log: Log) {
    super(log);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof RateLimitExceeded)) return super.catch(error, host);
    host
      .switchToHttp()
      .getResponse<Response>()
      .status(429)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Retry-After': String(error.retryAfter),
      })
      .send(TOO_MANY);
  }
}

const TOO_MANY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many requests</title>
<h1>Too many requests</h1>
<p>There were too many requests from your network. Wait a minute and load the page again.</p>
<p lang="es">Hubo demasiadas solicitudes desde tu red. Espera un minuto y vuelve a cargar la página.</p>
<p lang="pt">Houve solicitações demais da sua rede. Espere um minuto e carregue a página de novo.</p>
</html>
`;
