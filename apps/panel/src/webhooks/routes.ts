import { page } from '../ui/lazy-page';

export const webhookRoutes = [
  page('/webhooks', () => import('./endpoints.page')),
  page('/webhooks/new', () => import('./new-endpoint.page')),
  page('/webhooks/:id', () => import('./endpoint.page')),
  page('/deliveries', () => import('./deliveries.page')),
  page('/deliveries/:id', () => import('./delivery.page')),
];
