import { loadConfig, PinoLog } from '@app/platform';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiModule } from './api.module';
import { openApiDocument } from './docs/document';
import type { Api } from './docs/operations';

const UNUSED_SECRETS = {
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32).toString('base64'),
  PLATFORM_WEBHOOK_SECRET: '-'.repeat(32),
};
const CONFIG = { ...loadConfig({}, () => UNUSED_SECRETS), databaseUrl: 'postgres://none.invalid/none' };

/** The OpenAPI document of an API, without a service or a database. */
export async function previewDocument(api: Api): Promise<OpenAPIObject> {
  return openApiDocument(await previewApp(), [api], CONFIG);
}

/** The application as Nest resolves its modules; nothing is created, connected or started. */
export async function previewApp(): Promise<INestApplication> {
  const log = PinoLog.create('silent', 'openapi');
  const module = ApiModule.forRoot({ config: CONFIG, service: 'api', log });
  return NestFactory.create(module, { preview: true, logger: false });
}
