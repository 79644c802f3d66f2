import { page } from '../ui/lazy-page';

export const paymentsRoutes = [
  page('/payments', () => import('./payments.page')),
  page('/payments/exceptions', () => import('./exceptions.page')),
  page('/payments/refunds', () => import('./refunds.page')),
  page('/payments/refunds/:id', () => import('./refund.page')),
  page('/payments/disputes', () => import('./disputes.page')),
  page('/payments/:id', () => import('./payment.page')),
];
