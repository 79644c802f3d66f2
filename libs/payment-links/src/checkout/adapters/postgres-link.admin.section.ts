import { newId } from '@app/kernel';
import { PostgresDatabase } from '@app/platform';
import { testDataSource } from '../../../../../test/support/test-database';
import { anOrder } from '../../testing/factories';
import { postgresRepositories } from '../../testing/postgres-repositories';
import { givenOrder, type PaymentLinkRepositories } from '../../testing/repositories';
import { PostgresLinkAdmin } from './postgres-link.admin';

describe('PostgresLinkAdmin', () => {
  let repositories: PaymentLinkRepositories;
  let admin: PostgresLinkAdmin;

  beforeAll(async () => {
    const source = await testDataSource();
    repositories = postgresRepositories(source);
    admin = new PostgresLinkAdmin(new PostgresDatabase(source));
  });

  it('shows a link with its newest orders, superseded ones included', async () => {
    const { link, order } = await givenOrder(repositories, { createdAt: new Date('2026-05-01T10:00:00Z') });
    const later = anOrder({ linkId: link.id, createdAt: new Date('2026-05-01T10:01:00Z') });
    await repositories.uow.run((tx) => repositories.orders.open(tx, later));

    const found = await admin.findLink(link.id, 10);

    expect(found?.link.id).toBe(link.id);
    expect(found?.orders).toEqual([later, { ...order, status: 'superseded' }]);
    expect((await admin.findLink(link.id, 1))?.orders).toEqual([later]);
  });

  it('shows an order, and the account of its link', async () => {
    const { link, order } = await givenOrder(repositories);

    await expect(admin.findOrder(order.id)).resolves.toEqual({ order, accountId: link.accountId });
  });

  it('shows neither an unknown link nor an unknown order', async () => {
    await expect(admin.findLink(newId(), 10)).resolves.toBeUndefined();
    await expect(admin.findOrder(newId())).resolves.toBeUndefined();
  });
});
