export { TESTER } from './factories';
export { insertAccount, DELIVERIES, elapseInPostgres } from './postgres-queue.subject';
