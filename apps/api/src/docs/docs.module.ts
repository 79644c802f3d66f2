import type { Config } from '@app/platform';
import { Module, type DynamicModule } from '@nestjs/common';
import { DocsController, PanelDocsController } from './docs.controller';
import { Documents } from './documents';
import { ViewerScripts } from './viewer-scripts';

/** The documentation of both APIs under /docs, made from their code. */
@Module({})
export class DocsModule {
  static forRoot({ panelDocs }: Pick<Config, 'panelDocs'>): DynamicModule {
    return {
      module: DocsModule,
      controllers: panelDocs ? [DocsController, PanelDocsController] : [DocsController],
      providers: [Documents, ViewerScripts],
    };
  }
}
