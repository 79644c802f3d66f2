import { page } from '../ui/lazy-page';

/** The pages that need no session. */
export const sessionRoutes = [
  page('/sign-in', () => import('./sign-in.page')),
  page('/forgot-password', () => import('./forgot-password.page')),
  page('/reset-password', () => import('./reset-password.page')),
];
