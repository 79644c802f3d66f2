import { page } from '../ui/lazy-page';

export const walletRoutes = [
  page('/wallets', () => import('./wallets.page')),
  page('/wallets/:id', () => import('./wallet.page')),
];
