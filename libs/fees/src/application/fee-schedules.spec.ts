import { newId, Tx } from '@app/kernel';
import { InMemoryFeeScheduleRepository } from '../testing/in-memory-fee-schedule.repository';
import { NO_FEES } from '../domain/fee-schedule';
import { aCollectionSetting, aFeeSchedule } from '../testing/factories';
import { FeeSchedules } from './fee-schedules';

class NoTx extends Tx {
  protected readonly kind = 'transaction';
}

describe('fee schedules', () => {
  it('cost nothing for an account without one', async () => {
    const schedules = new FeeSchedules(new InMemoryFeeScheduleRepository());
    await expect(schedules.of(newId())).resolves.toBe(NO_FEES);
  });

  it('are those that were set last', async () => {
    const schedules = new FeeSchedules(new InMemoryFeeScheduleRepository());
    const [id, schedule] = [newId(), aFeeSchedule({ collection: aCollectionSetting() })];
    await schedules.set(new NoTx(), id, aFeeSchedule());
    await schedules.set(new NoTx(), id, schedule);
    await expect(schedules.of(id)).resolves.toBe(schedule);
  });

  it('of many accounts include those without one', async () => {
    const schedules = new FeeSchedules(new InMemoryFeeScheduleRepository());
    const [withOne, without, schedule] = [newId(), newId(), aFeeSchedule()];
    await schedules.set(new NoTx(), withOne, schedule);
    const found = await schedules.ofMany([withOne, without]);
    expect([found.get(withOne), found.get(without)]).toEqual([schedule, NO_FEES]);
  });
});
