import { sqlStateOf, violatedConstraint } from './database';

describe('sqlStateOf', () => {
  it('is the code of a failed statement', () => {
    expect(sqlStateOf(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe('23505');
  });

  it.each`
    what                         | error
    ${'of a lost connection'}    | ${Object.assign(new Error('reset'), { code: 'ECONNRESET' })}
    ${'whose code is a number'}  | ${{ code: 23505 }}
    ${'whose code is too short'} | ${{ code: '2350' }}
    ${'without a code'}          | ${new Error('failed')}
    ${'that is undefined'}       | ${undefined}
    ${'that is null'}            | ${null}
    ${'that was thrown as text'} | ${'23505'}
  `('is undefined for an error $what', ({ error }) => {
    expect(sqlStateOf(error)).toBeUndefined();
  });
});

describe('violatedConstraint', () => {
  it('is the name of the constraint', () => {
    expect(violatedConstraint({ code: '23505', constraint: 'users_email_key' })).toBe('users_email_key');
  });

  it.each([undefined, null, new Error('failed'), { constraint: 7 }])('is undefined for %p', (error) => {
    expect(violatedConstraint(error)).toBeUndefined();
  });
});
