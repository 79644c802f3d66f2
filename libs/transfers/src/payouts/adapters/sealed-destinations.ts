import { statement, type SealedColumn } from '@app/platform';

/** What the rail needs to pay, sealed for the payout. */
export const SEALED_DESTINATIONS: SealedColumn = {
  name: 'payout_destinations',
  start: ['00000000-0000-0000-0000-000000000000'],
  read: statement(
    'payouts.read-sealed',
    `SELECT ARRAY[id::text] AS key, destination_sealed AS sealed FROM payouts WHERE id > ($1::text[])[1]::uuid
      ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'payouts.write-sealed',
    `UPDATE payouts p SET destination_sealed = given.sealed
       FROM unnest($1::uuid[], $2::bytea[]) AS given (id, sealed) WHERE p.id = given.id`,
  ),
  contextOf: ([id = '']) => id,
};
