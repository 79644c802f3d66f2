import type { Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Dispute } from '../domain/dispute';
import { DisputeNotFoundError } from '../domain/errors';
import { DisputesReader, type DisputeQuery } from './ports';

/** Disputes of an account's received payments. */
@Injectable()
export class Disputes {
  constructor(private readonly reader: DisputesReader) {}

  /** Throws `DisputeNotFoundError`, also for a dispute of another account. */
  async read(accountId: string, id: string): Promise<Dispute> {
    const found = await this.reader.find(accountId, id);
    if (!found) throw new DisputeNotFoundError();
    return found;
  }

  /** The newest first. */
  list(accountId: string, query: DisputeQuery): Promise<Page<Dispute>> {
    return this.reader.list(accountId, query);
  }
}
