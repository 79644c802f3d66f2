import type { ObjectLiteral, Repository } from 'typeorm';
import type { Encrypted } from '../application/ports';

/** A record of the account with its encrypted bank fields, which no other query reads. */
export async function findEncrypted<Row extends ObjectLiteral & { bankEncrypted: Buffer }>(
  rows: Repository<Row>,
  accountId: string,
  id: string,
): Promise<Encrypted<Omit<Row, 'bankEncrypted'>> | undefined> {
  const found = await rows.createQueryBuilder('b').addSelect('b.bankEncrypted').where({ accountId, id }).getOne();
  if (!found) return undefined;
  const { bankEncrypted: encrypted, ...value } = found;
  return { value, encrypted };
}
