import type { PanelUser } from '../domain/panel-user';
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from '../../accounts/adapters/account-row';

/** A user with the account, as named statements read them. */
export interface PanelUserRow extends AccountRow {
  user_id: string;
  user_email: string;
  permissions: string[];
  second_factor: boolean;
}

/** The columns of a user `u` of an account `a`, with the second factor `f`. */
export const PANEL_USER_COLUMNS = `${ACCOUNT_COLUMNS}, u.id AS user_id, u.email AS user_email, u.permissions,
  f.user_id IS NOT NULL AS second_factor`;

/** The account and the second factor of a user `u` who may sign in. */
export const PANEL_USER_JOINS = `JOIN accounts a ON a.id = u.account_id
  LEFT JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL`;

export function toPanelUser(row: PanelUserRow): PanelUser {
  const { user_id: id, user_email: email, permissions, second_factor: secondFactor } = row;
  return { id, email, permissions, secondFactor, account: toAccount(row) };
}
