import { page } from '../ui/lazy-page';

export const teamRoutes = [
  page('/team', () => import('./team.page')),
  page('/team/new', () => import('./new-user.page')),
  page('/audit-log', () => import('./audit-log.page')),
];
