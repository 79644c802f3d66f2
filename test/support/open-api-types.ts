import type { HttpMethod } from '../../apps/api/src/docs/operations';
import type { Schema } from '../../apps/api/src/docs/schema';

/** The parts of OpenAPI 3.1 that the documents use. */
export interface Reference {
  readonly $ref: string;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface HeaderObject {
  description: string;
  required: boolean;
  schema: Schema;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Reference>>;
}

interface Content {
  'application/json': MediaType;
  [type: string]: MediaType | undefined;
}

export interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, Reference>>;
  content?: Content;
}

/** Any of them will do; what is listed with each are the permissions that it must grant. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security: readonly SecurityRequirement[];
  parameters?: readonly (ParameterObject | Reference)[];
  requestBody?: { required: true; content: Content };
  responses: Readonly<Record<string, ResponseObject>>;
}

export interface TagObject {
  name: string;
  description: string;
}

export interface Components {
  schemas: Readonly<Record<string, Schema>>;
  examples: Readonly<Record<string, { summary: string; value: unknown }>>;
  parameters: Readonly<Record<string, ParameterObject>>;
  headers: Readonly<Record<string, HeaderObject>>;
  securitySchemes: Readonly<Record<string, object>>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: readonly { url: string; description: string }[];
  tags: readonly TagObject[];
  paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;
  webhooks?: Readonly<Record<string, { post: OperationObject }>>;
  components: Components;
}
