import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Api } from './operations';

/** One API, or all of those that are published. */
export type DocumentName = 'all' | Api;

/**
 * Makes each document when somebody asks for it for the first time, and keeps its bytes. Until then nothing that it is
 * made of has been loaded.
 */
@Injectable()
export class Documents {
  private readonly made = new Map<DocumentName, Promise<Buffer>>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** UTF-8. Rejects when an operation of either API is not documented. */
  get(name: DocumentName): Promise<Buffer> {
    const made = this.made.get(name) ?? this.make(name);
    this.made.set(name, made);
    return made;
  }

  private async make(name: DocumentName): Promise<Buffer> {
    const { findOperations } = await import('./operations.js');
    const { openApiOf } = await import('./open-api.js');
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    const published: Api[] = this.config.panelDocs ? ['external', 'panel'] : ['external'];
    const apis = name === 'all' ? published : [name];
    return Buffer.from(JSON.stringify(openApiOf(findOperations(controllers, this.scanner), apis, this.config)));
  }
}
