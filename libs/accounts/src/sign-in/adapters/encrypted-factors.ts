import { statement, type EncryptedColumn } from '@app/platform';
import { factorContextOf } from '../application/factor-cipher';

/** The secrets of second factors, as `FactorCipher` encrypts them. */
export const ENCRYPTED_SECOND_FACTORS: EncryptedColumn = {
  name: 'second_factors',
  start: ['00000000-0000-0000-0000-000000000000'],
  read: statement(
    'second-factors.read-encrypted',
    `SELECT ARRAY[user_id::text] AS key, secret_sealed AS encrypted FROM second_factors
      WHERE user_id > ($1::text[])[1]::uuid ORDER BY user_id LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'second-factors.write-encrypted',
    `UPDATE second_factors f SET secret_sealed = given.encrypted
       FROM unnest($1::uuid[], $2::bytea[]) AS given (user_id, encrypted) WHERE f.user_id = given.user_id`,
  ),
  contextOf: ([userId = '']) => factorContextOf(userId),
};
