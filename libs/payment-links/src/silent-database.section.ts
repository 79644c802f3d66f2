import { ConnectionLostError, UnitOfWork } from '@app/kernel';
import { SERVICE_LIMITS } from '@app/platform';
import { CollectionSystem, type Merchant } from '../../../test/support/collection-system';
import { DatabaseProxy } from '../../../test/support/database-proxy';
import { PaymentLinksRepository } from './links/application/ports';

/** More creates than one batch and the connections together take. */
const CREATES = 130;

describe('a silent database', () => {
  let shared: CollectionSystem;
  let proxy: DatabaseProxy;
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    shared = await CollectionSystem.shared();
    proxy = await DatabaseProxy.start(shared.databaseUrl);
    system = await CollectionSystem.start(proxy.url, { ...SERVICE_LIMITS, silenceMs: 300, idleInTransactionMs: 500 });
    merchant = await system.merchant();
    await system.link(merchant);
  });
  afterAll(async () => {
    await system.stop();
    await proxy.close();
  });

  const linkCount = async () => {
    const [row] = await system.query<{ count: number }>('SELECT count(*)::int AS count FROM payment_links');
    return row?.count ?? NaN;
  };

  it('a connection that goes silent does not freeze creates', async () => {
    proxy.silence();
    const results = await Promise.allSettled(Array.from({ length: CREATES }, () => system.link(merchant)));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

    expect(failures).not.toHaveLength(0);
    await expect(system.link(merchant)).resolves.toMatchObject({ status: 'active' });
  });

  it('links whose write gets no response are written once', async () => {
    const repository = system.get(PaymentLinksRepository);
    const insert = repository.insert.bind(repository);
    const inserted = jest.spyOn(repository, 'insert').mockImplementation((tx, links) => {
      proxy.silence('responses');
      return insert(tx, links);
    });
    const before = await linkCount();
    const results = await Promise.allSettled([1, 2, 3].map(() => system.link(merchant)));
    inserted.mockRestore();

    expect(results).toMatchObject(Array(3).fill({ status: 'rejected', reason: expect.any(ConnectionLostError) }));
    expect(await linkCount()).toBe(before + 3);
  });

  it('a payment whose commit gets no response is credited once, also when the rail repeats it', async () => {
    const order = await system.choose(await system.link(merchant));
    const uow = system.get(UnitOfWork);
    const run = uow.run.bind(uow);
    const settled = jest.spyOn(uow, 'run').mockImplementation((work) =>
      run(async (tx) => {
        const result = await work(tx);
        proxy.silence('responses');
        return result;
      }),
    );
    await system.pay(order);
    expect(settled).toHaveBeenCalledTimes(1);
    settled.mockRestore();
    await system.pay(order);

    await expect(system.query('SELECT FROM received_payments WHERE order_id = $1', [order.id])).resolves.toHaveLength(
      1,
    );
    await shared.expectBooksBalanced();
  });
});
