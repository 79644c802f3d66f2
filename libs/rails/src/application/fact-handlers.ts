import { Injectable } from '@nestjs/common';
import type { FactHandler } from './ports';

/** The handler of each kind of fact. */
@Injectable()
export class FactHandlers {
  private readonly byKind = new Map<string, FactHandler>();

  /** Throws when the kind already has a handler. */
  register(handler: FactHandler): void {
    if (this.byKind.has(handler.kind)) throw new Error(`the kind ${handler.kind} has two handlers`);
    this.byKind.set(handler.kind, handler);
  }

  /** Throws when the kind has no handler: a provider and its library are registered together. */
  of(kind: string): FactHandler {
    const handler = this.byKind.get(kind);
    if (!handler) throw new Error(`no handler settles facts of the kind ${kind}`);
    return handler;
  }

  kinds(): string[] {
    return [...this.byKind.keys()];
  }
}
