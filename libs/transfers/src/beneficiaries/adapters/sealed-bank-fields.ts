import { statement, type SealedColumn } from '@app/platform';
import { contextOf } from '../application/bank-cipher';

const NO_ID = '00000000-0000-0000-0000-000000000000';

function bankFieldsOf(table: 'beneficiaries' | 'bank_accounts'): SealedColumn {
  return {
    name: table,
    start: [NO_ID],
    read: statement(
      `${table}.read-sealed`,
      `SELECT ARRAY[id::text] AS key, bank_sealed AS sealed FROM ${table} WHERE id > ($1::text[])[1]::uuid
        ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    ),
    write: statement(
      `${table}.write-sealed`,
      `UPDATE ${table} t SET bank_sealed = given.sealed
         FROM unnest($1::uuid[], $2::bytea[]) AS given (id, sealed) WHERE t.id = given.id`,
    ),
    contextOf: ([id = '']) => contextOf(id),
  };
}

/** The bank fields of beneficiaries and bank accounts, as `BankCipher` seals them. Deleted accounts keep theirs. */
export const SEALED_BANK_FIELDS: readonly SealedColumn[] = [
  bankFieldsOf('beneficiaries'),
  bankFieldsOf('bank_accounts'),
];
