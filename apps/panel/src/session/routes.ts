import { page } from '../ui/lazy-page';
import SignInPage from './sign-in.page';

/** The pages that need no session. Most visits begin with the first one, and the form is in the panel anyway. */
export const sessionRoutes = [
  { path: '/sign-in', Component: SignInPage },
  page('/forgot-password', () => import('./forgot-password.page')),
  page('/reset-password', () => import('./reset-password.page')),
];
