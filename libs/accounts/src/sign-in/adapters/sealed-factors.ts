import { statement, type SealedColumn } from '@app/platform';
import { factorContextOf } from '../application/factor-cipher';

/** The secrets of second factors, as `FactorCipher` seals them. */
export const SEALED_SECOND_FACTORS: SealedColumn = {
  name: 'second_factors',
  start: ['00000000-0000-0000-0000-000000000000'],
  read: statement(
    'second-factors.read-sealed',
    `SELECT ARRAY[user_id::text] AS key, secret_sealed AS sealed FROM second_factors
      WHERE user_id > ($1::text[])[1]::uuid ORDER BY user_id LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'second-factors.write-sealed',
    `UPDATE second_factors f SET secret_sealed = given.sealed
       FROM unnest($1::uuid[], $2::bytea[]) AS given (user_id, sealed) WHERE f.user_id = given.user_id`,
  ),
  contextOf: ([userId = '']) => factorContextOf(userId),
};
