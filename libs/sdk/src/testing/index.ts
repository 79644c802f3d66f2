export type { Contract } from './contract';
export { bytesOf, nowOf, VECTORS } from './vectors';
