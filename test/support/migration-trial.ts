import { createDataSource } from '@app/platform';
import { join } from 'node:path';
import type { DataSource, MigrationInterface } from 'typeorm';
import { createScratchDatabase } from './test-database';

const FOLDER = join(__dirname, '../../migrations');

/** The migrations that partition the tables of webhooks: what changes one of these tables before is undone after them. */
export const WEBHOOK_MONTHS = [
  '0054-webhook-months-bound',
  '0055-webhook-months-checked',
  '0056-webhook-months',
] as const;

/** A migrated database of its own, in which some migrations can be undone and done again, each time in one transaction. */
export class MigrationTrial {
  private constructor(
    private readonly migrations: readonly MigrationInterface[],
    private readonly scratch: Awaited<ReturnType<typeof createScratchDatabase>>,
    readonly source: DataSource,
  ) {}

  /** `names` are file names without their extension, the earliest first. */
  static async of(...names: readonly string[]): Promise<MigrationTrial> {
    const scratch = await createScratchDatabase();
    const source = await createDataSource(scratch.url, 2, 'test').initialize();
    return new MigrationTrial(names.map(migrationIn), scratch, source);
  }

  down(): Promise<void> {
    return this.run(this.migrations.toReversed(), 'down');
  }

  up(): Promise<void> {
    return this.run(this.migrations, 'up');
  }

  async end(): Promise<void> {
    await this.source.destroy();
    await this.scratch.drop();
  }

  private async run(migrations: readonly MigrationInterface[], direction: 'up' | 'down'): Promise<void> {
    const runner = this.source.createQueryRunner();
    await runner.startTransaction();
    for (const migration of migrations) await migration[direction](runner);
    await runner.commitTransaction();
    await runner.release();
  }
}

function migrationIn(name: string): MigrationInterface {
  const [migration] = Object.values(
    jest.requireActual<Record<string, new () => MigrationInterface>>(join(FOLDER, name)),
  );
  return new migration!();
}
