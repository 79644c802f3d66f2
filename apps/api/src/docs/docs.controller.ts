import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { sendAsset } from '../checkout/assets.controller';
import { stylesheet, STYLESHEET_NAME } from './assets';
import { DocsLimitGuard } from './docs-limit.guard';
import { Documents, type DocumentName } from './documents';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Everything comes from here, and nothing runs. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the two APIs are, for people and for programs. It needs no credential and tells nothing about anybody. */
@Controller('docs')
export class DocsController {
  constructor(private readonly documents: Documents) {}

  @Get()
  @UseGuards(DocsLimitGuard)
  async page(@Res() response: Response): Promise<void> {
    response.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Frame-Options': 'DENY' });
    await this.send(response, 'page', 'text/html; charset=utf-8');
  }

  @Get('openapi.json')
  @UseGuards(DocsLimitGuard)
  async all(@Res() response: Response): Promise<void> {
    await this.send(response, 'all', JSON_TYPE);
  }

  @Get('external/openapi.json')
  @UseGuards(DocsLimitGuard)
  async external(@Res() response: Response): Promise<void> {
    await this.send(response, 'external', JSON_TYPE);
  }

  @Get('panel/openapi.json')
  @UseGuards(DocsLimitGuard)
  async panel(@Res() response: Response): Promise<void> {
    await this.send(response, 'panel', JSON_TYPE);
  }

  @Get(`assets/${STYLESHEET_NAME}`)
  stylesheet(@Query('v') version: unknown, @Res() response: Response): void {
    sendAsset(response, stylesheet(), version);
  }

  private async send(response: Response, name: DocumentName, type: string): Promise<void> {
    response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=60' }).send(await this.documents.get(name));
  }
}
