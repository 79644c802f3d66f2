import { CONFIG, type Config } from '@app/platform';
import { Controller, Get, Inject, NotFoundException, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendAsset } from '../checkout/assets.controller';
import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { basePathOf } from '../http/base-path';
import { SandboxOnlyGuard } from '../sandbox/sandbox-only.guard';
import { Documents } from './documents';
import { sendDocument, sendViewer } from './send';
import { ViewerFiles } from './viewer-files';

const COMPRESSED = ['br', 'gzip'] as const;

/** The external API for people and for programs, and the files of the viewer. It needs no credential. */
@Controller('docs')
@UseGuards(AnonymousLimitGuard)
export class DocsController {
  constructor(
    private readonly documents: Documents,
    private readonly files: ViewerFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In a sandbox, the page also shows the operations for testers. */
  @Get()
  viewer(@Res() response: Response): void {
    const { environment } = this.config;
    sendViewer(response, environment === 'sandbox' ? 'sandbox' : 'external', this.config, this.files);
  }

  @Get('external/openapi.json')
  async external(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('external'));
  }

  /** People guess this address from that of the document. */
  @Get('external')
  redirect(@Res() response: Response): void {
    response.redirect(302, `${basePathOf(this.config)}/docs`);
  }

  @Get('sandbox/openapi.json')
  @UseGuards(SandboxOnlyGuard)
  async sandbox(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('sandbox'));
  }

  @Get('openapi.json')
  async all(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('all'));
  }

  @Get('assets/:version/:name')
  async file(
    @Param('version') version: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const encoding = COMPRESSED.find((each) => request.acceptsEncodings(each)) ?? 'identity';
    const file = await this.files.find(name, encoding);
    if (!file) throw new NotFoundException();
    response.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    sendAsset(response, file, version);
  }
}

/** The same for the panel API. Without `PANEL_DOCS` these addresses do not exist. */
@Controller('docs/panel')
@UseGuards(AnonymousLimitGuard)
export class PanelDocsController {
  constructor(
    private readonly documents: Documents,
    private readonly files: ViewerFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  viewer(@Res() response: Response): void {
    sendViewer(response, 'panel', this.config, this.files);
  }

  @Get('openapi.json')
  async document(@Res() response: Response): Promise<void> {
    sendDocument(response, await this.documents.get('panel'));
  }
}
