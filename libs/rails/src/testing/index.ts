export { aCase, aFact } from './factories';
export { InMemoryFactsRepository } from './in-memory-facts.repository';
export { InMemoryProviderObjects } from './in-memory-provider.objects';
export { messageContract } from './message.contract';
export { factsRepositoryContract, type FactsRepositorySubject } from './facts-repository.contract';
export { aProvider, collecting, registryOf } from './providers';
export { postgresCases } from './postgres-cases';
export { RecordedCases } from './recorded-cases';
