export { FeeSchedules } from './application/fee-schedules';
export {
  collectionFigures,
  exchangePositionOf,
  effectiveRateOf,
  type CollectionInput,
  type CollectionFigures,
} from './domain/collection';
export {
  collectionSettingFor,
  NO_FEES,
  type CollectionChannel,
  type CollectionSetting,
  type FeeSchedule,
  type OutflowSetting,
  type PercentageSetting,
} from './domain/fee-schedule';
export { outflowFigures, type OutflowFee, type OutflowFigures, type OutflowInput } from './domain/outflow';
export { feeScheduleToJson, parseFeeSchedule } from './domain/fee-schedule-json';
export { FeesModule } from './fees.module';
