import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import type { Api } from './operations';

/** One API, or both as far as they are published. `sandbox` is the external API with the operations for testers. */
export type DocumentName = 'all' | Api;

/** Makes each document when it is requested for the first time, and keeps its bytes. */
@Injectable()
export class Documents {
  private readonly made = new Map<DocumentName, Promise<Buffer>>();
  private app: INestApplication | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Sets the application that the documents describe. Called once, before it listens. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** UTF-8. Rejects when an operation of either API is not documented. */
  get(name: DocumentName): Promise<Buffer> {
    const made = this.made.get(name) ?? this.make(name);
    this.made.set(name, made);
    return made;
  }

  private async make(name: DocumentName): Promise<Buffer> {
    if (!this.app) throw new Error('no application was named to describe');
    // Loaded on demand: most processes never make a document.
    const { openApiDocument } = await import('./document.js');
    return Buffer.from(JSON.stringify(openApiDocument(this.app, this.apisOf(name), this.config)));
  }

  private apisOf(name: DocumentName): readonly Api[] {
    if (name === 'sandbox') return ['external', 'sandbox'];
    if (name !== 'all') return [name];
    return this.config.panelDocs ? ['external', 'panel'] : ['external'];
  }
}
