import { page } from '../ui/lazy-page';

export const integrateRoutes = [page('/first-request', () => import('./first-request.page'))];
