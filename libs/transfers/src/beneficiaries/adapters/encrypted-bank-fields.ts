import { statement, type EncryptedColumn } from '@app/platform';
import { contextOf } from '../application/bank-cipher';

const NO_ID = '00000000-0000-0000-0000-000000000000';

function bankFieldsOf(table: 'beneficiaries' | 'bank_accounts'): EncryptedColumn {
  return {
    name: table,
    start: [NO_ID],
    read: statement(
      `${table}.read-encrypted`,
      `SELECT ARRAY[id::text] AS key, bank_sealed AS encrypted FROM ${table} WHERE id > ($1::text[])[1]::uuid
        ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    ),
    write: statement(
      `${table}.write-encrypted`,
      `UPDATE ${table} t SET bank_sealed = given.encrypted
         FROM unnest($1::uuid[], $2::bytea[]) AS given (id, encrypted) WHERE t.id = given.id`,
    ),
    contextOf: ([id = '']) => contextOf(id),
  };
}

/** The bank fields of beneficiaries and bank accounts, as `BankCipher` encrypts them. Deleted accounts keep theirs. */
export const ENCRYPTED_BANK_FIELDS: readonly EncryptedColumn[] = [
  bankFieldsOf('beneficiaries'),
  bankFieldsOf('bank_accounts'),
];
