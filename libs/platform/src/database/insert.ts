import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/**
 * Inserts the row, or returns false when a unique index rejects it. A failing INSERT would abort the transaction, so
 * the conflict is left to `ON CONFLICT DO NOTHING`.
 */
export async function insertUnlessTaken<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  row: QueryDeepPartialEntity<E>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(entity).values(row).orIgnore().updateEntity(false);
  const result = await insert.returning('1').execute();
  return (result.raw as unknown[]).length > 0;
}
