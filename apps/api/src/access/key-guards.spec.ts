import type { ApiKey } from '@app/accounts';
import { anAccount, anApiKey } from '@app/accounts/testing';
import type { CanActivate } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { keyUserOf } from './external-request';
import { KeyRecordGuard } from './key-record.guard';
import { KeyUserGuard } from './key-user.guard';

const INCOMPLETE = anApiKey({ userId: null, userExists: false });
const ORPHANED = anApiKey({ userExists: false });
const GOOD = anApiKey({ userId: 'user-1' });

const callBy = (key: ApiKey) => ({ caller: { account: anAccount(), key } });

function outcomeOf(guard: CanActivate, key: ApiKey): unknown {
  try {
    return guard.canActivate(new ExecutionContextHost([callBy(key)]));
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('operations that act for the user behind the key', () => {
  it.each([
    ['whose record names no user', INCOMPLETE, 'INVALID_API_KEY'],
    ['whose user no longer exists', ORPHANED, true],
    ['of a user', GOOD, true],
  ])('a key %s: the record guard says %s', (_what, key, outcome) => {
    expect(outcomeOf(new KeyRecordGuard(), key)).toBe(outcome);
  });

  it.each([
    ['whose user no longer exists', ORPHANED, 'USER_NOT_FOUND'],
    ['of a user', GOOD, true],
  ])('a key %s: the user guard says %s', (_what, key, outcome) => {
    expect(outcomeOf(new KeyUserGuard(), key)).toBe(outcome);
  });

  it('know that user, and fail where no guard has ensured one', () => {
    expect(keyUserOf(callBy(GOOD).caller)).toBe('user-1');
    expect(() => keyUserOf(callBy(INCOMPLETE).caller)).toThrow('not behind the key record guard');
  });
});
