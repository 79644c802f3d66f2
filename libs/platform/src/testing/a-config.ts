import { createHash } from 'node:crypto';
import { loadConfig, type Config } from '../config/config';

const digestOf = (text: string) => createHash('sha256').update(text);

/** Fixed, so that all processes of a test use the same secrets; random enough for production. */
export const TEST_SECRETS = {
  SECRETS_KEY: digestOf('secrets key of the tests').digest('base64'),
  API_KEY_PEPPER: digestOf('pepper of the tests').digest('base64'),
  PLATFORM_WEBHOOK_SECRET: digestOf('platform secret of the tests').digest('hex'),
};

/** What production requires beside `TEST_SECRETS` and a database. */
export const PRODUCTION = {
  SERVICE_ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  FX_SOURCE: 'fixed',
  SMTP_URL: 'smtp://127.0.0.1:1',
  ALLOW_SIMULATED_RAILS: 'true',
};

/** A valid configuration; `env` overrides its variables. */
export function aConfig(env: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({ ...TEST_SECRETS, ...env }, () => TEST_SECRETS);
}
