/** A test without a server loads few modules: the import of a whole library costs each run a second. */
const MOST_MODULES = 200;

afterAll(() => {
  if (!/\.spec\.ts$/.test(expect.getState().testPath ?? '')) return;
  const count = Object.keys(require.cache).length;
  if (count > MOST_MODULES) throw new Error(`the test loads ${count} modules; a .spec may load ${MOST_MODULES}`);
});
