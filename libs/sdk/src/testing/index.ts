export { bytesOf, nowOf, VECTORS } from './vectors';
