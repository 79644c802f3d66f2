import { newId } from '@app/kernel';
import { MigrationTrial } from '../../../../test/support/migration-trial';
import { insertAccount } from '../testing/postgres-queue.subject';

describe('the migration that adds the normal form of URLs', () => {
  let migration: MigrationTrial;
  beforeAll(async () => {
    migration = await MigrationTrial.of('0037-webhook-addresses');
  });
  afterAll(() => migration.end());

  it('keeps endpoints that are registered under two spellings, and gives the oldest the normal form', async () => {
    const { source } = migration;
    const accountId = await insertAccount(source);
    await migration.down();
    const urls = ['https://SHOP.example:443/hook', 'https://shop.example/hook', 'https://shop.example/other#x'];
    for (const [index, url] of urls.entries()) {
      await source.query(
        `INSERT INTO webhook_endpoints (id, account_id, url, events, created_at) VALUES ($1, $2, $3, '{payout.failed}', $4)`,
        [newId(), accountId, url, new Date(index)],
      );
    }
    await migration.up();
    await expect(source.query('SELECT url, address FROM webhook_endpoints ORDER BY created_at')).resolves.toEqual([
      { url: urls[0], address: 'https://shop.example/hook' },
      { url: urls[1], address: null },
      { url: urls[2], address: 'https://shop.example/other' },
    ]);
  });
});
