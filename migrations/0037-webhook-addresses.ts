import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The normal form of an endpoint's URL, unique per account, so that one receiver is not registered under two spellings; and
 * test events, whose deliveries have one attempt.
 *
 * Of endpoints that are already registered under several spellings, the oldest gets the normal form. The others keep null and
 * go on; so do endpoints that a process of the previous version registers.
 */
export class WebhookAddresses1790000000037 implements MigrationInterface {
  readonly name = 'WebhookAddresses1790000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoints ADD COLUMN address text`);
    await this.fill(runner);
    await runner.query(`
      CREATE UNIQUE INDEX webhook_endpoints_address_key ON webhook_endpoints (account_id, address)
        WHERE deleted_at IS NULL`);
    await runner.query(`ALTER TABLE webhook_events ADD COLUMN test boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE webhook_queue ADD COLUMN single_attempt boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_queue DROP COLUMN single_attempt`);
    await runner.query(`ALTER TABLE webhook_events DROP COLUMN test`);
    await runner.query(`ALTER TABLE webhook_endpoints DROP COLUMN address`);
  }

  private async fill(runner: QueryRunner): Promise<void> {
    const rows = (await runner.query(
      `SELECT id, account_id, url FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY created_at, id`,
    )) as { id: string; account_id: string; url: string }[];
    const taken = new Map<string, { id: string; address: string }>();
    for (const { id, account_id: account, url } of rows) {
      const address = normalForm(url);
      if (!taken.has(`${account} ${address}`)) taken.set(`${account} ${address}`, { id, address });
    }
    const filled = [...taken.values()];
    await runner.query(
      `UPDATE webhook_endpoints SET address = given.address
       FROM unnest($1::uuid[], $2::text[]) AS given (id, address) WHERE given.id = webhook_endpoints.id`,
      [filled.map(({ id }) => id), filled.map(({ address }) => address)],
    );
  }
}

/** As the service writes it in this version. */
function normalForm(text: string): string {
  try {
    const { protocol, hostname, port, pathname, search } = new URL(text);
    const path = `${pathname}${search}`.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
      const character = String.fromCharCode(parseInt(hex, 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
    return `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${path}`;
  } catch {
    return text;
  }
}
