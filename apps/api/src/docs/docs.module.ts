import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocsController } from './docs.controller';
import { Documents } from './documents';

/** The documentation of both APIs under /docs, made from their code. */
@Module({
  imports: [DiscoveryModule],
  controllers: [DocsController],
  providers: [Documents],
})
export class DocsModule {}
