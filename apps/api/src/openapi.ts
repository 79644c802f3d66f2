import { loadConfig, PinoLog } from '@app/platform';
import { ModulesContainer, MetadataScanner, NestFactory } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import { ApiModule } from './api.module';
import { openApiOf } from './docs/open-api';
import type { OpenApiDocument } from './docs/open-api-types';
import { findOperations, type Api } from './docs/operations';

const UNUSED_SECRETS = {
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32).toString('base64'),
  PLATFORM_WEBHOOK_SECRET: '-'.repeat(32),
};

/** The OpenAPI document of an API without a service or a database: a preview reads the modules and creates nothing. */
export async function openApiDocument(api: Api): Promise<OpenApiDocument> {
  const config = { ...loadConfig({}, () => UNUSED_SECRETS), databaseUrl: 'postgres://none.invalid/none' };
  const log = PinoLog.create('silent', 'openapi');
  const app = await NestFactory.create(ApiModule.forRoot({ config, service: 'api', log }), {
    preview: true,
    logger: false,
  });
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  const operations = findOperations(
    controllers.map(({ metatype }) => metatype as Type),
    new MetadataScanner(),
  );
  return openApiOf(operations, [api], config);
}
