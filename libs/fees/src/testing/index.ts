export { InMemoryFeeScheduleRepository } from './in-memory-fee-schedule.repository';
export * from './factories';
export * from './fee-schedule-repository.contract';
