import { statement, type EncryptedColumn } from '@app/platform';

/** What the rail needs to pay, encrypted for the payout. */
export const ENCRYPTED_DESTINATIONS: EncryptedColumn = {
  name: 'payout_destinations',
  start: ['00000000-0000-0000-0000-000000000000'],
  read: statement(
    'payouts.read-encrypted',
    `SELECT ARRAY[id::text] AS key, destination_sealed AS encrypted FROM payouts WHERE id > ($1::text[])[1]::uuid
      ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'payouts.write-encrypted',
    `UPDATE payouts p SET destination_sealed = given.encrypted
       FROM unnest($1::uuid[], $2::bytea[]) AS given (id, encrypted) WHERE p.id = given.id`,
  ),
  contextOf: ([id = '']) => id,
};
