import { LastAdministratorError, PanelUserNotFoundError, PermissionDeniedError } from '../domain/errors';
import { UnauthenticatedError } from '../../sign-in/domain/errors';
import { isAdministrator, type ManagedUser, type PanelUser } from '../domain/panel-user';

/** The administrator as of now: another administrator may have changed them in the meantime. */
export function administratorAmong(users: readonly ManagedUser[], { id }: PanelUser): ManagedUser {
  const administrator = users.find((user) => user.id === id && user.isActive);
  if (!administrator) throw UnauthenticatedError.noSession();
  if (!isAdministrator(administrator)) throw new PermissionDeniedError(['manage_account']);
  return administrator;
}

/** Throws `PanelUserNotFoundError`. */
export function userAmong(users: readonly ManagedUser[], id: string): ManagedUser {
  const user = users.find((each) => each.id === id);
  if (!user) throw new PanelUserNotFoundError();
  return user;
}

/** Throws `LastAdministratorError` when none of the users can manage the account. */
export function assertAdministered(users: readonly ManagedUser[]): void {
  if (!users.some(isAdministrator)) throw new LastAdministratorError();
}
