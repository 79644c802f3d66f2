import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SCRIPT, STYLESHEET, type Asset } from './assets';

/** The two files that the pages use. */
@Controller('checkout/assets')
export class AssetsController {
  @Get(STYLESHEET.name)
  stylesheet(@Query('v') version: unknown, @Res() response: Response): void {
    sendAsset(response, STYLESHEET, version);
  }

  @Get(SCRIPT.name)
  script(@Query('v') version: unknown, @Res() response: Response): void {
    sendAsset(response, SCRIPT, version);
  }
}

/** An address without the version of this very content is kept only briefly: another release is being rolled out. */
export function sendAsset(response: Response, asset: Asset<string | Buffer>, asked: unknown): void {
  const { type, content, version } = asset;
  const lifetime = asked === version ? 'max-age=31536000, immutable' : 'max-age=60';
  response.set({ 'Content-Type': type, 'Cache-Control': `public, ${lifetime}` }).send(content);
}
