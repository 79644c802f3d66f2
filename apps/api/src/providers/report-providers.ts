import type { Config, Log } from '@app/platform';
import { capabilityName, type Route } from '@app/rails';

/** Logs which provider serves what, and warns in production of what a simulated one serves. */
export function reportProviders(
  routes: readonly Route[],
  { environment }: Pick<Config, 'environment'>,
  log: Log,
): void {
  const served: Record<string, string[]> = {};
  for (const { provider, capability } of routes) (served[provider.name] ??= []).push(capabilityName(capability));
  log.info({ served }, 'providers of new orders');
  const simulated = routes.filter(({ provider }) => provider.isSimulated).map(({ capability }) => capability);
  if (environment !== 'production' || simulated.length === 0) return;
  log.warn({ simulated: simulated.map(capabilityName) }, 'simulated providers move no money: payers cannot pay these');
}
