import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SecondFactorsRepository, type ConfirmedFactor } from '../application/ports';
import type { FactorProof, SecondFactor } from '../domain/second-factor';

const BEGIN = statement(
  'second_factors.begin',
  `INSERT INTO second_factors AS f (user_id, secret_sealed) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, created_at = now()
     WHERE f.confirmed_at IS NULL`,
);

const FIND = statement(
  'second_factors.find',
  `SELECT secret_sealed, confirmed_at IS NOT NULL AS is_confirmed FROM second_factors WHERE user_id = $1`,
);

const CONFIRM = statement(
  'second_factors.confirm',
  `UPDATE second_factors SET confirmed_at = now(), last_step = $3
    WHERE user_id = $1 AND secret_sealed = $2 AND confirmed_at IS NULL`,
);

const INSERT_CODES = statement(
  'second_factors.insert-codes',
  `INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])`,
);

// A step that was used, or is older than one, changes no row: of concurrent sign-ins with one code, one succeeds.
const USE_STEP = statement(
  'second_factors.use-step',
  `UPDATE second_factors SET last_step = $2
    WHERE user_id = $1 AND confirmed_at IS NOT NULL AND (last_step IS NULL OR last_step < $2)`,
);

const USE_CODE = statement(
  'second_factors.use-code',
  `DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`,
);

const REMOVE = statement(
  'second_factors.remove',
  `WITH removed AS (DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at)
   SELECT count(confirmed_at)::int AS count FROM removed`,
);

@Injectable()
export class PostgresSecondFactorsRepository extends SecondFactorsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async begin(tx: Tx, userId: string, encryptedSecret: Buffer): Promise<boolean> {
    return (await this.db.in(tx).execute(BEGIN, [userId, encryptedSecret])) === 1;
  }

  async find(userId: string): Promise<SecondFactor | undefined> {
    const [row] = await this.db.read<{ secret_sealed: Buffer; is_confirmed: boolean }>(FIND, [userId]);
    return row && { encryptedSecret: row.secret_sealed, isConfirmed: row.is_confirmed };
  }

  async confirm(
    tx: Tx,
    userId: string,
    { encryptedSecret, step, recoveryCodeHashes }: ConfirmedFactor,
  ): Promise<boolean> {
    if ((await this.db.in(tx).execute(CONFIRM, [userId, encryptedSecret, step])) === 0) return false;
    await this.db.in(tx).execute(INSERT_CODES, [userId, recoveryCodeHashes]);
    return true;
  }

  async use(tx: Tx, userId: string, proof: FactorProof): Promise<boolean> {
    const used =
      'step' in proof
        ? await this.db.in(tx).execute(USE_STEP, [userId, proof.step])
        : await this.db.in(tx).execute(USE_CODE, [userId, proof.recoveryCodeHash]);
    return used === 1;
  }

  async remove(tx: Tx, userId: string): Promise<boolean> {
    const [removed] = await this.db.in(tx).query<{ count: number }>(REMOVE, [userId]);
    return removed?.count === 1;
  }
}
