import type * as Argon2 from '@node-rs/argon2';

/**
 * argon2id with the minimum memory and one pass: 0.1 ms instead of 23 ms for each user that a test creates. A hash
 * names its own parameters, so sign-in verifies it like any other. A test of the real parameters calls `jest.unmock`.
 */
jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  return { ...argon2, hash: (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1 }) };
});
