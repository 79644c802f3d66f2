export { aCollectionSetting, aCollection } from './factories';
export { GivenFeeSchedules } from './given-fee-schedules';
