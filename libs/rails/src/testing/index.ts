export * from './factories';
export { InMemoryFactsRepository } from './in-memory-facts.repository';
export { InMemoryProviderObjects } from './in-memory-provider.objects';
export * from './message.contract';
export * from './facts-repository.contract';
export * from './providers';
