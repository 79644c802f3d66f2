import { page } from '../ui/lazy-page';

export const beneficiaryRoutes = [
  page('/beneficiaries', () => import('./beneficiaries.page')),
  page('/beneficiaries/new', () => import('./new-beneficiary.page')),
  page('/beneficiaries/:id', () => import('./beneficiary.page')),
  page('/beneficiaries/:id/bank', () => import('./change-bank.page')),
];
