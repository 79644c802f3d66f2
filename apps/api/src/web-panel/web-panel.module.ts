import { Module } from '@nestjs/common';
import { PanelFiles } from './panel-files';
import { WebPanelController } from './web-panel.controller';

/** The web panel under /panel. Without a build of it these addresses do not exist. */
@Module({
  controllers: [WebPanelController],
  providers: [{ provide: PanelFiles, useFactory: () => PanelFiles.ofThisProject() }],
})
export class WebPanelModule {}
