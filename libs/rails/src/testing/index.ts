export * from './factories';
export { InMemoryFactsRepository } from './in-memory-facts.repository';
export * from './provider.contract';
export * from './facts-repository.contract';
