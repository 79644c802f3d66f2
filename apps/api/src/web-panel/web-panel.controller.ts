import { CONFIG, type Config } from '@app/platform';
import { Controller, Get, Inject, NotFoundException, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { PanelFiles } from './panel-files';
import { WebPanelErrorFilter } from './web-panel-error.filter';

/** The names of assets change with their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';

/**
 * The policy of the page: its own scripts, and style elements that carry the nonce of this response, which the component
 * library needs. Nothing comes from or goes to another origin.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The web panel: its files, and one page that shows whichever address of the panel was opened. */
@Controller('panel')
@UseGuards(AnonymousLimitGuard)
@UseFilters(WebPanelErrorFilter)
export class WebPanelController {
  constructor(
    private readonly files: PanelFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('assets/:name')
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    this.sendFile(`assets/${name}`, IMMUTABLE, request, response);
  }

  @Get('icon.svg')
  icon(@Req() request: Request, @Res() response: Response): void {
    this.sendFile('icon.svg', FOR_AN_HOUR, request, response);
  }

  @Get(['', '*path'])
  page(@Res() response: Response): void {
    const nonce = randomBytes(16).toString('base64');
    const page = this.files.page(nonce, this.config.environment);
    if (page === undefined) throw new NotFoundException();
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(nonce),
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
      })
      .send(page);
  }

  private sendFile(name: string, caching: string, request: Request, response: Response): void {
    const encodings = this.files.encodingsOf(name);
    if (!encodings) throw new NotFoundException();
    const encoding = encodings.find((each) => request.acceptsEncodings(each)) ?? 'identity';
    const { type, content } = this.files.contentOf(name, encoding);
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.set({ 'Content-Type': type, 'Cache-Control': caching, Vary: 'Accept-Encoding' }).send(content);
  }
}
