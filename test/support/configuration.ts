import { loadConfig } from '@app/platform';
import { TEST_SECRETS } from '@app/platform/testing';

/** Every name that the configuration looks up in the environment. */
function namesRead(): Set<string> {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    { get: (_none, name) => void (typeof name === 'string' && read.add(name)) },
  );
  loadConfig(environment, () => TEST_SECRETS);
  return read;
}

/** Every variable of the configuration. */
export function configurationVariables(): string[] {
  const names = namesRead();
  return [...names].filter((name) => !(name.endsWith('_FILE') && names.has(name.slice(0, -'_FILE'.length))));
}

/** The variables that may come from a file, because they hold a secret or may hold one. */
export function secretVariables(): string[] {
  const names = namesRead();
  return [...names].filter((name) => names.has(`${name}_FILE`));
}
