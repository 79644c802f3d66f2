import { decimal, newId, type UnitOfWork } from '@app/kernel';
import type { FeeScheduleRepository } from '../application/ports';
import { parseFeeSchedule } from '../domain/fee-schedule-json';
import { aCollectionSetting, aFeeSchedule } from './factories';

export interface FeeScheduleRepositorySubject {
  repository: FeeScheduleRepository;
  uow: UnitOfWork;
  /** Id of an account that exists. */
  anAccount(): Promise<string>;
}

/** What every adapter of the port must do. */
export function feeScheduleRepositoryContract(subject: () => FeeScheduleRepositorySubject): void {
  const save = (id: string, schedule = aFeeSchedule()) =>
    subject().uow.run((tx) => subject().repository.save(tx, id, schedule));

  it('finds nothing for an account without a schedule', async () => {
    await expect(subject().repository.find([newId()])).resolves.toEqual(new Map());
  });

  it('returns every part of a schedule as saved', async () => {
    const id = await subject().anAccount();
    const schedule = parseFeeSchedule({
      collection: { percentage: '2.9', fixed_usd: '0.30', minimum: '10', maximum: '5000.5' },
      methods: { ars_qr: { percentage: '0.8' } },
      usd_collection: { percentage: '1' },
      cards: { percentage: '4.25', fixed_usd: '0.5' },
      conversion: { percentage: '1' },
      payout: { percentage: '1', fixed: '0', minimum: '100' },
      instant_payout: { percentage: '0.5' },
      outflow_tax: { percentage: '0.6' },
    });
    await save(id, schedule);
    expect((await subject().repository.find([id])).get(id)).toEqual(schedule);
  });

  it('replaces the previous schedule as a whole', async () => {
    const id = await subject().anAccount();
    await save(id, aFeeSchedule({ cards: aCollectionSetting() }));
    await save(id, aFeeSchedule({ conversion: { percentage: decimal('2') } }));
    expect((await subject().repository.find([id])).get(id)).toEqual(
      aFeeSchedule({ conversion: { percentage: decimal('2') } }),
    );
  });

  it('finds the schedules of many accounts at once', async () => {
    const [one, two] = [await subject().anAccount(), await subject().anAccount()];
    await save(one);
    await save(two);
    const found = await subject().repository.find([one, two, newId()]);
    expect([...found.keys()].sort()).toEqual([one, two].sort());
  });

  it('finds nothing for an empty list', async () => {
    await expect(subject().repository.find([])).resolves.toEqual(new Map());
  });
}
