import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { isToken } from '../domain/sign-in';
import { TokenHasher } from '../../keys/application/ports';
import { SignInDevices } from './ports';

/**
 * The browsers in which users signed in before. Such a browser has a token that gives no access: it only
 * exempts the browser from a lock that failures elsewhere have caused.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly devices: SignInDevices,
    private readonly hasher: TokenHasher,
  ) {}

  /** The id of the browser with the token, if the user with the address signed in there before; null otherwise. */
  async find(email: string, token: string | undefined): Promise<string | null> {
    if (token === undefined || !isToken(token)) return null;
    return (await this.devices.find(email, this.hashOf(token))) ?? null;
  }

  /** Remembers the browser by the token that it has for this user, or else by a new one. */
  async remember(tx: Tx, userId: string, known: string | undefined): Promise<{ id: string; token: string }> {
    const token = known ?? randomBytes(32).toString('base64url');
    return { id: await this.devices.remember(tx, userId, this.hashOf(token)), token };
  }

  /** The label separates tokens from everything else that is hashed under the pepper. */
  private hashOf(token: string): Buffer {
    return this.hasher.hash(`panel device ${token}`);
  }
}
