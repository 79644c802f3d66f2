import { CONFIG, type Config } from '@app/platform';
import { Controller, Get, Inject, NotFoundException, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendAsset } from '../checkout/assets.controller';
import { AnonymousLimitGuard } from '../gateway/anonymous-limit';
import { Documents } from './documents';
import { sendDocument, sendViewer } from './send';
import { viewerScript } from './viewer-scripts';

const COMPRESSED = ['br', 'gzip'] as const;

/** The external API for people and for programs, and the files of the viewer. It needs no credential. */
@Controller('docs')
@UseGuards(AnonymousLimitGuard)
export class DocsController {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  viewer(@Res() response: Response): void {
    sendViewer(response, 'external', this.config);
  }

  @Get('external/openapi.json')
  async external(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('external'));
  }

  @Get('openapi.json')
  async all(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('all'));
  }

  @Get('assets/:name')
  async script(
    @Param('name') name: string,
    @Query('v') version: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const script = viewerScript(name);
    if (!script) throw new NotFoundException();
    const encoding = COMPRESSED.find((each) => request.acceptsEncodings(each)) ?? 'identity';
    response.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    sendAsset(response, await script.in(encoding), version);
  }
}

/** The same for the panel API. Without `PANEL_DOCS` these addresses do not exist. */
@Controller('docs/panel')
@UseGuards(AnonymousLimitGuard)
export class PanelDocsController {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  viewer(@Res() response: Response): void {
    sendViewer(response, 'panel', this.config);
  }

  @Get('openapi.json')
  async document(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('panel'));
  }
}
