import { UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { SettlementLine } from '../domain/settlement-line';
import { SettlementLinesRepository, type RecordedLines } from './ports';
import type { Provider } from './provider';
import { Providers } from './providers';

/** Lines that one statement records. */
const BATCH = 1_000;
/** Ids that an error names. */
const NAMED = 20;

/** Records the lines of settlement reports, each once, under the name of its provider. It books nothing. */
@Injectable()
export class SettlementLines {
  constructor(
    private readonly lines: SettlementLinesRepository,
    private readonly providers: Providers,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Records all lines, or none. Throws `ValidationError` that names the ids of lines that are recorded with other
   * content, and when no configured provider has that name.
   */
  async import(providerName: string, lines: readonly SettlementLine[]): Promise<RecordedLines> {
    const { name } = this.providerOf(providerName);
    return this.uow.run(async (tx) => {
      let [recorded, repeated] = [0, 0];
      const changed: string[] = [];
      for (let from = 0; from < lines.length; from += BATCH) {
        const batch = lines.slice(from, from + BATCH);
        const result = await this.lines.record(tx, name, batch);
        recorded += result.recorded.size;
        repeated += batch.length - result.recorded.size;
        changed.push(...result.changed);
      }
      if (changed.length > 0) throw changedError(changed);
      return { recorded, repeated, changed };
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

function changedError(ids: readonly string[]): ValidationError {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  const named = `${ids.slice(0, NAMED).join(', ')}${more}`;
  return ValidationError.of('file', `the file has lines that are recorded with other content: ${named}`);
}
