import { ValidationError } from '@app/kernel';
import type { Account } from './account';

/** What users of the panel can be allowed to do; `*` for everything. Source: contract, "Sign-in". */
export const PANEL_PERMISSIONS = [
  'create_payouts',
  'view_payouts',
  'view_payins',
  'create_payins',
  'view_balance_movements',
  'manage_beneficiaries',
  'manage_api_keys',
  'manage_webhooks',
  'manage_account',
  '*',
] as const;

export type PanelPermission = (typeof PANEL_PERMISSIONS)[number];

/** A user signed in to the panel, with the account as it is now. */
export interface PanelUser {
  id: string;
  email: string;
  permissions: readonly string[];
  account: Account;
}

/** The permissions, each once. Throws `ValidationError` for `permissions` when one is unknown or there are none. */
export function parsePanelPermissions(permissions: readonly string[]): PanelPermission[] {
  const once = [...new Set(permissions)];
  if (once.length === 0 || !once.every(isPanelPermission)) {
    throw ValidationError.of('permissions', `must be among ${PANEL_PERMISSIONS.join(', ')}`);
  }
  return once;
}

function isPanelPermission(text: string): text is PanelPermission {
  return (PANEL_PERMISSIONS as readonly string[]).includes(text);
}
