import { page } from '../ui/lazy-page';

export const keyRoutes = [
  page('/keys', () => import('./keys.page')),
  page('/keys/new', () => import('./new-key.page')),
  page('/keys/:id', () => import('./key.page')),
];
