import { page } from '../ui/lazy-page';

export const homeRoutes = [page('/', () => import('./home.page'))];
