import { dictionary } from '@zxcvbn-ts/language-common';
import { CommonPasswords } from '../application/ports';
import { MIN_PASSWORD } from '../domain/panel-user';

/** The list of `@zxcvbn-ts/language-common`, in any letter case. Passwords too short to be set are left out. */
export class ShippedCommonPasswords extends CommonPasswords {
  private list: ReadonlySet<string> | undefined;

  has(password: string): boolean {
    // The package decompresses its list when it is first read, which most processes never need.
    this.list ??= new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD));
    return this.list.has(password.toLowerCase());
  }
}
