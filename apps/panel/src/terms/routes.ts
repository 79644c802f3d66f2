import { page } from '../ui/lazy-page';

export const termsRoutes = [page('/transfers/terms', () => import('./terms.page'))];
