import { assertGlibc } from './binaries';

describe('the embedded PostgreSQL', () => {
  it('is rejected on musl by one line that names DATABASE_URL', () => {
    expect(() => assertGlibc(() => ({ header: {} }))).toThrow(/^[^\n]+musl[^\n]+set DATABASE_URL[^\n]+$/);
  });

  it('is accepted on glibc', () => {
    expect(() => assertGlibc(() => ({ header: { glibcVersionRuntime: '2.36' } }))).not.toThrow();
  });
});
