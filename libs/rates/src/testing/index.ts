export { InMemoryRateRepository } from './in-memory-rate.repository';
export * from './factories';
export * from './fx-rates.contract';
export * from './rate-repository.contract';
