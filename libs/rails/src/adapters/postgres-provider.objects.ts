import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ProviderObjects, type ProviderObject } from '../application/ports';

const ADD = statement(
  'provider-objects.add',
  `INSERT INTO provider_objects (provider, kind, our_id, their_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
);

const FIND = statement(
  'provider-objects.find',
  `SELECT provider, kind, our_id, their_id FROM provider_objects WHERE kind = $1 AND our_id = $2
    ORDER BY created_at, provider LIMIT 1`,
);

const FIND_THEIRS = statement(
  'provider-objects.find-theirs',
  `SELECT provider, kind, our_id, their_id FROM provider_objects WHERE provider = $1 AND kind = $2 AND their_id = $3`,
);

interface ObjectRow {
  provider: string;
  kind: string;
  our_id: string;
  their_id: string;
}

@Injectable()
export class PostgresProviderObjects extends ProviderObjects {
  constructor(private readonly db: Database) {
    super();
  }

  async add(tx: Tx, { provider, kind, ourId, theirId }: ProviderObject): Promise<boolean> {
    return (await this.db.in(tx).execute(ADD, [provider, kind, ourId, theirId])) === 1;
  }

  async find(kind: string, ourId: string): Promise<ProviderObject | undefined> {
    const [row] = await this.db.read<ObjectRow>(FIND, [kind, ourId]);
    return row && toObject(row);
  }

  async findTheirs({
    provider,
    kind,
    theirId,
  }: Pick<ProviderObject, 'provider' | 'kind' | 'theirId'>): Promise<ProviderObject | undefined> {
    const [row] = await this.db.read<ObjectRow>(FIND_THEIRS, [provider, kind, theirId]);
    return row && toObject(row);
  }
}

function toObject(row: ObjectRow): ProviderObject {
  return { provider: row.provider, kind: row.kind, ourId: row.our_id, theirId: row.their_id };
}
