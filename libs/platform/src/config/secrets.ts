import type { EnvReader } from './env-reader';
import { key32, passphrase } from './parsers';

/** The secrets of the service. Those of a sandbox are generated and kept in its data folder. */
export interface Secrets {
  /** AES key of what is encrypted at rest. */
  secretsKey: Buffer;
  /** Decrypts what was encrypted before the last rotation; nothing new is encrypted with it. */
  secretsKeyPrevious: Buffer | undefined;
  apiKeyPepper: Buffer;
  /** Signs deliveries that no endpoint's own secret signs. */
  platformWebhookSecret: string;
  /** Signs the first attempts of deliveries that were queued before the last rotation. */
  platformWebhookSecretPrevious: string | undefined;
}

/** The three secrets that a sandbox generates when they are not set. */
export interface GeneratedSecrets {
  SECRETS_KEY: string;
  API_KEY_PEPPER: string;
  PLATFORM_WEBHOOK_SECRET: string;
}

const REQUIRED = ['SECRETS_KEY', 'API_KEY_PEPPER', 'PLATFORM_WEBHOOK_SECRET'] as const;

/** Reads the secrets. A missing one comes from `generate`, or is a problem where nothing may be generated. */
export function readSecrets(env: EnvReader, generate: (() => GeneratedSecrets) | undefined): Secrets {
  const missing = REQUIRED.filter((name) => !env.isSet(name));
  const generated = missing.length > 0 ? generate?.() : undefined;
  const required = <T>(name: (typeof REQUIRED)[number], parse: (text: string) => T): T => {
    if (env.isSet(name) || generated) return env.read(name, generated?.[name] ?? '', parse);
    env.report(name, 'is required in production');
    return undefined as T;
  };
  return {
    secretsKey: required('SECRETS_KEY', key32),
    secretsKeyPrevious: env.readOptional('SECRETS_KEY_PREVIOUS', key32),
    apiKeyPepper: required('API_KEY_PEPPER', key32),
    platformWebhookSecret: required('PLATFORM_WEBHOOK_SECRET', passphrase),
    platformWebhookSecretPrevious: env.readOptional('PLATFORM_WEBHOOK_SECRET_PREVIOUS', passphrase),
  };
}
