import { page } from '../ui/lazy-page';

export const transferRoutes = [page('/transfers/new', () => import('./new-transfer.page'))];
