import { userAddress, ValidationError } from '@app/kernel';
import { LastAdministratorError, PanelUserNotFoundError, PermissionDeniedError } from '../domain/errors';
import { UnauthenticatedError } from '../../sign-in/domain/errors';
import { isAdministrator, type ManagedUser, type PanelUser } from '../domain/panel-user';

/** The user as of now: an administrator may have changed the user in the meantime. Throws `UnauthenticatedError`. */
export function callerAmong(users: readonly ManagedUser[], { id }: PanelUser): ManagedUser {
  const caller = users.find((user) => user.id === id && user.isActive);
  if (!caller) throw UnauthenticatedError.noSession();
  return caller;
}

/** The same for an administrator. Throws `PermissionDeniedError` too. */
export function administratorAmong(users: readonly ManagedUser[], user: PanelUser): ManagedUser {
  const administrator = callerAmong(users, user);
  if (!isAdministrator(administrator)) throw new PermissionDeniedError(['manage_account']);
  return administrator;
}

/** Throws `PanelUserNotFoundError`. */
export function userAmong(users: readonly ManagedUser[], id: string): ManagedUser {
  const user = users.find((each) => each.id === id);
  if (!user) throw new PanelUserNotFoundError();
  return user;
}

/** Throws `ValidationError` that names `email`. */
export function userWithAddress(users: readonly ManagedUser[], email: string): ManagedUser {
  const address = userAddress(email).toLowerCase();
  const user = users.find((each) => each.email.toLowerCase() === address);
  if (!user) throw noSuchUser();
  return user;
}

export function noSuchUser(): ValidationError {
  return ValidationError.of('email', 'The account has no such user.');
}

/** Throws `LastAdministratorError` when none of the users can manage the account. */
export function assertAdministered(users: readonly ManagedUser[]): void {
  if (!users.some(isAdministrator)) throw new LastAdministratorError();
}
