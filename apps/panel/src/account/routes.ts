import { page } from '../ui/lazy-page';

export const accountRoutes = [
  page('/account', () => import('./account.page')),
  page('/account/security', () => import('./security.page')),
];
