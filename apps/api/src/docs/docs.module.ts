import type { Config } from '@app/platform';
import { Module, type DynamicModule } from '@nestjs/common';
import { DocsController, PanelDocsController } from './docs.controller';
import { Documents } from './documents';
import { ViewerFiles } from './viewer-files';

/** The documentation of both APIs under /docs, made from their code. */
@Module({})
export class DocsModule {
  static forRoot({ panelDocs }: Pick<Config, 'panelDocs'>): DynamicModule {
    return {
      module: DocsModule,
      controllers: panelDocs ? [DocsController, PanelDocsController] : [DocsController],
      providers: [Documents, ViewerFiles],
    };
  }
}
