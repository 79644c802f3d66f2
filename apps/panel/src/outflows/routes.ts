import { page } from '../ui/lazy-page';

export const outflowRoutes = [
  page('/payouts', () => import('./payouts.page')),
  page('/payouts/new', () => import('./new-payout.page')),
  page('/payouts/:id', () => import('./payout.page')),
];
