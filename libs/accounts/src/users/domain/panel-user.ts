import { ValidationError } from '@app/kernel';
import type { Account } from '../../accounts/domain/account';
import { grants } from '../../keys/domain/api-key';
import { PermissionDeniedError } from './errors';

/** What users of the panel can be allowed to do; `*` for everything. Rule 14.1. */
export const PANEL_PERMISSIONS = [
  'create_payouts',
  'view_payouts',
  'view_payins',
  'create_payins',
  'create_refunds',
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
  /** Whether a sign-in needs a second factor. */
  secondFactor: boolean;
  account: Account;
}

/** A user as the administrators of the account see it. */
export interface ManagedUser {
  id: string;
  accountId: string;
  email: string;
  name: string | null;
  permissions: readonly string[];
  /** A user who is not active cannot sign in. */
  isActive: boolean;
  /** When the invitation was last mailed; null once the user has a password. */
  invitedAt: Date | null;
  createdAt: Date;
}

/** What an administrator can change of a user; undefined stays as it is. */
export interface UserChanges {
  password?: string | undefined;
  permissions?: readonly string[] | undefined;
  isActive?: boolean | undefined;
}

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 256;

/** Throws `ValidationError` that names `password`. `isCommon` knows the passwords that attackers try first. */
export function assertPassword(password: string, isCommon: (password: string) => boolean): void {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
    throw ValidationError.of('password', `must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`);
  }
  if (isCommon(password)) throw ValidationError.of('password', 'is one of the most common ones; choose another');
}

/** Whether the user can sign in and manage the account, and so its users. */
export function isAdministrator({
  isActive,
  invitedAt,
  permissions,
}: Pick<ManagedUser, 'isActive' | 'invitedAt' | 'permissions'>): boolean {
  return isActive && invitedAt === null && grants(permissions, 'manage_account');
}

/** Throws `PermissionDeniedError` that names the first permission that a holder of `held` cannot grant. */
export function assertMayGrant(held: readonly string[], granted: readonly string[]): void {
  const lacked = granted.find((permission) => !grants(held, permission));
  if (lacked !== undefined) throw new PermissionDeniedError([lacked], `Giving a user ${lacked}`);
}

/** Throws `PermissionDeniedError` that names the first permission of the user that a holder of `held` lacks. */
export function assertMayChange(held: readonly string[], user: Pick<ManagedUser, 'permissions'>): void {
  const lacked = user.permissions.find((permission) => !grants(held, permission));
  if (lacked !== undefined) throw new PermissionDeniedError([lacked], 'Changing this user');
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
