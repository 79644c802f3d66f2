import { page } from '../ui/lazy-page';

export const paymentsRoutes = [
  page('/payments', () => import('./payments.page')),
  page('/payments/exceptions', () => import('./exceptions.page')),
  page('/payments/:id', () => import('./payment.page')),
];
