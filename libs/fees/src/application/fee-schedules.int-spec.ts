import { decimal, newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { FeeScheduleEntity } from '../adapters/fee-schedule.entity';
import { PostgresFeeScheduleRepository } from '../adapters/postgres-fee-schedule.repository';
import { NO_FEES } from '../domain/fee-schedule';
import { parseFeeSchedule } from '../domain/fee-schedule-json';
import { aCollectionSetting, aFeeSchedule } from '../testing/factories';
import { FeeSchedules } from './fee-schedules';

describe('fee schedules', () => {
  let source: DataSource;
  let schedules: FeeSchedules;

  beforeAll(async () => {
    source = await testDataSource();
    const rows = source.getRepository(FeeScheduleEntity);
    schedules = new FeeSchedules(new PostgresFeeScheduleRepository(rows, new PostgresDatabase(source)));
  });

  async function anAccount(): Promise<string> {
    const id = newId();
    const values = [id, id.replaceAll('-', ''), 'Test', 'AR'];
    await source.query('INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, $3, $4)', values);
    return id;
  }

  const set = (id: string, schedule = aFeeSchedule()) =>
    new PostgresUnitOfWork(source).run((tx) => schedules.set(tx, id, schedule));

  it('cost nothing for an account without one', async () => {
    await expect(schedules.of(newId())).resolves.toBe(NO_FEES);
  });

  it('have every part that was set', async () => {
    const id = await anAccount();
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
    await set(id, schedule);
    await expect(schedules.of(id)).resolves.toEqual(schedule);
  });

  it('are those that were set last, as a whole', async () => {
    const id = await anAccount();
    await set(id, aFeeSchedule({ cards: aCollectionSetting() }));
    await set(id, aFeeSchedule({ conversion: { percentage: decimal('2') } }));
    await expect(schedules.of(id)).resolves.toEqual(aFeeSchedule({ conversion: { percentage: decimal('2') } }));
  });

  it('of one account are not those of another', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const schedule = aFeeSchedule({ cards: aCollectionSetting() });
    await set(one, schedule);
    await set(two);
    expect([await schedules.of(one), await schedules.of(two)]).toEqual([schedule, aFeeSchedule()]);
  });

  it('that cannot be read are reported with their account', async () => {
    const id = await anAccount();
    await source.query(`INSERT INTO fee_schedules (account_id, schedule) VALUES ($1, '{"collection": 5}')`, [id]);
    await expect(schedules.of(id)).rejects.toThrow(id);
  });
});
