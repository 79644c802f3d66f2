import { page } from '../ui/lazy-page';

export const bankAccountRoutes = [
  page('/bank-accounts', () => import('./bank-accounts.page')),
  page('/bank-accounts/new', () => import('./new-bank-account.page')),
];
