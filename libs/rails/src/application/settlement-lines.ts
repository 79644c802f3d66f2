import { Clock, UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { SettlementLine } from '../domain/settlement-line';
import { Cases } from './cases';
import { changedLineCases, LineCounts } from './line-counts';
import { SettlementLinesRepository, type RecordedLines } from './ports';
import type { Provider } from './provider';
import { Providers } from './providers';

/** Lines that one statement records. */
const BATCH = 1_000;

/** Records the lines of settlement reports, each once, under the name of its provider. It books nothing. Rule 18.1. */
@Injectable()
export class SettlementLines {
  constructor(
    private readonly lines: SettlementLinesRepository,
    private readonly providers: Providers,
    private readonly cases: Cases,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Records lines, and fills in those that were recorded before. Lines that are recorded with other money stay as they
   * are, each is a case, and their ids are returned. Throws `ValidationError` when no configured provider has that name.
   */
  async import(providerName: string, lines: readonly SettlementLine[]): Promise<RecordedLines> {
    const { name } = this.providerOf(providerName);
    return this.uow.run(async (tx) => {
      const counts = new LineCounts();
      for (let from = 0; from < lines.length; from += BATCH) {
        const batch = lines.slice(from, from + BATCH);
        const ids = await this.lines.record(tx, name, batch);
        await this.cases.open(tx, changedLineCases(name, batch, ids, this.clock.now()));
        counts.add(batch.length, ids);
      }
      return counts.total;
    });
  }

  /** The configured provider of that name, or that stores records under it. Throws `ValidationError`. */
  providerOf(name: string): Provider {
    const provider = this.providers.list().find((one) => one.name === name) ?? this.providers.find(name);
    if (provider) return provider;
    const known = this.providers.list().map((one) => one.name);
    throw ValidationError.of('provider', `provider ${name} is not configured; configured are ${known.join(', ')}`);
  }
}
