import type { Config } from '@app/platform';

/** The path under which browsers find the service, without a slash at its end; empty when it is at the root. */
export function basePathOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
