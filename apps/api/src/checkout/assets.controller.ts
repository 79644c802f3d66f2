import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { SCRIPT, STYLESHEET, type Asset } from './assets';

/** Serves the stylesheet and the script of the pages. */
@Controller('checkout/assets')
@UseGuards(AnonymousLimitGuard)
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

/**
 * Sends the asset with long caching if the address names its version. Otherwise caching is short, because during a
 * deployment another release may have written the page.
 */
export function sendAsset(response: Response, asset: Asset<string | Buffer>, requestedVersion: unknown): void {
  const { type, content, version } = asset;
  const lifetime = requestedVersion === version ? 'max-age=31536000, immutable' : 'max-age=60';
  response.set({ 'Content-Type': type, 'Cache-Control': `public, ${lifetime}` }).send(content);
}
