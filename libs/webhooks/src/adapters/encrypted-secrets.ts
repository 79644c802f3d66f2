import { statement, type EncryptedColumn } from '@app/platform';
import { contextOf } from '../application/secret-cipher';

/** The secrets of endpoints, as `SecretCipher` encrypts them. */
export const ENCRYPTED_WEBHOOK_SECRETS: EncryptedColumn = {
  name: 'webhook_secrets',
  start: ['00000000-0000-0000-0000-000000000000', '0'],
  storesKeyId: true,
  read: statement(
    'webhook-secrets.read-encrypted',
    `SELECT ARRAY[endpoint_id::text, version::text] AS key, ciphertext AS encrypted FROM webhook_secrets
      WHERE (endpoint_id, version) > (($1::text[])[1]::uuid, ($1::text[])[2]::int)
      ORDER BY endpoint_id, version LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'webhook-secrets.write-encrypted',
    `UPDATE webhook_secrets s SET ciphertext = given.encrypted, key_id = $4
       FROM unnest($1::uuid[], $2::int[], $3::bytea[]) AS given (endpoint_id, version, encrypted)
      WHERE s.endpoint_id = given.endpoint_id AND s.version = given.version`,
  ),
  contextOf: ([endpointId = '', version = '']) => contextOf(endpointId, version),
};
