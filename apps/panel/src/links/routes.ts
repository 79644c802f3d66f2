import { page } from '../ui/lazy-page';

export const linksRoutes = [
  page('/links', () => import('./links.page')),
  page('/links/new', () => import('./new-link.page')),
  page('/links/created/:id', () => import('./created-link.page')),
  page('/links/cards', () => import('./card-links.page')),
  page('/links/cards/new', () => import('./new-card-link.page')),
  page('/links/cards/created/:id', () => import('./created-card-link.page')),
  page('/links/cards/:id', () => import('./card-link.page')),
  page('/links/:id', () => import('./link.page')),
];
