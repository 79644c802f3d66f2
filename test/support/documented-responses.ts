import { FILE_TYPES } from '../../apps/api/src/http/file-format';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type {
  HeaderObject,
  MediaType,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from './open-api-types';
import type { HttpResponse, Method } from './http-client';
import type { Call } from './call';
import type { ReceivedRequest } from './receiver';

const BASE = 'https://docs.example/openapi.json';
const FILES: ReadonlySet<string> = new Set(Object.values(FILE_TYPES));

/** Headers with a meaning, which a response may have only if they are documented. */
const MEANINGFUL = ['retry-after', 'idempotency-replayed'];
/** The codes with a `Retry-After`. */
const WITH_RETRY_AFTER = ['RATE_LIMIT_EXCEEDED', 'TRANSFER_RATE_LIMITED'];

/** An operation in the document, with its location. */
export interface DocumentedOperation {
  id: string;
  method: Method;
  path: string;
  operation: OperationObject;
}

/** Compares real responses with an OpenAPI document, and records which of the documented responses have occurred. */
export class DocumentedResponses {
  readonly operations: readonly DocumentedOperation[];
  /** `<operation> <status>`, and `<operation> <code>` of errors. */
  readonly seen = new Set<string>();
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenApiDocument) {
    addFormats(this.ajv);
    this.ajv.addSchema({ ...(closed(document) as object), $id: BASE });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase() as Method,
        path,
        operation,
      })),
    );
  }

  /** All documented responses, in the same form as `seen`. */
  get promised(): string[] {
    return this.operations.flatMap(({ id, operation }) => [
      ...Object.keys(operation.responses).map((status) => `${id} ${status}`),
      ...codesOf(operation).map((code) => `${id} ${code}`),
    ]);
  }

  /** The operations that can return the code. */
  thatRespondWith(code: string): DocumentedOperation[] {
    return this.operations.filter(({ operation }) => codesOf(operation).includes(code));
  }

  /** The operation with the values of the document's example. */
  callOf({ method, path, operation }: DocumentedOperation): Call {
    const parameters = (operation.parameters ?? []).map((parameter) =>
      '$ref' in parameter ? (this.resolved(parameter.$ref) as ParameterObject) : parameter,
    );
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const body = operation.requestBody?.content['application/json'].example as Call['body'];
    return {
      method,
      path,
      body,
      permissions: operation.security.flatMap((way) => Object.values(way).flat()),
      ...(query.length > 0 && { query }),
    };
  }

  /** Throws when a response of the two APIs is not as documented, with the reason. A watcher of `HttpClient`. */
  readonly check = (method: Method, path: string, response: HttpResponse): void => {
    const found = this.operations.find((each) => each.method === method && templateOf(each.path).test(path));
    if (!found) return;
    const { id, operation } = found;
    const report = (problem: string): never => {
      throw new Error(`${id} got ${response.status} ${response.text}: ${problem}`);
    };
    const documented = operation.responses[response.status];
    const type = String(response.headers['content-type']).split(';', 1)[0] as string;
    if (FILES.has(type)) {
      if (!documented?.content?.[type]) report('a file is not documented');
      return;
    }
    const media = documented?.content?.['application/json'];
    if (!documented || !media) return report('the status is not documented');
    this.checkBody(found, media, response, report);
    this.checkHeaders(documented, response, report);
    // Two codes share the status, so the document can distinguish them only in words.
    const shouldSayWhen = WITH_RETRY_AFTER.includes(response.body.code as string);
    if ((response.headers['retry-after'] !== undefined) !== shouldSayWhen) report('only two codes have a Retry-After');
    this.seen.add(`${id} ${response.status}`);
    if (response.status >= 400) this.seen.add(`${id} ${String(response.body.code)}`);
  };

  /** Throws when a webhook delivery is not as documented for its event. Returns the event. */
  checkDelivery({ headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>): string {
    const message = JSON.parse(body.toString()) as { event: string };
    const report = (problem: string): never => {
      throw new Error(`${message.event} was delivered as ${body.toString()}: ${problem}`);
    };
    const operation = this.document.webhooks?.[message.event]?.post;
    const place = ['webhooks', message.event, 'post'];
    if (!operation) return report('the event is not documented');
    const validate = this.validator([...place, 'requestBody', 'content', 'application/json', 'schema']);
    if (!validate(message)) report(this.ajv.errorsText(validate.errors));
    (operation.parameters as ParameterObject[]).forEach(({ name, required }, index) => {
      const value = headers[name.toLowerCase()];
      const fits = this.validator([...place, 'parameters', index, 'schema']);
      if (value === undefined ? required : !fits(value)) report(`${name} is ${String(value)}`);
    });
    return message.event;
  }

  private checkBody(
    { path, method }: DocumentedOperation,
    media: MediaType,
    { status, body }: HttpResponse,
    report: (problem: string) => void,
  ): void {
    const place = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema'];
    const validate = this.validator(place);
    if (!validate(body)) report(this.ajv.errorsText(validate.errors));
    const { examples: messages = [] } = media.schema.properties?.['message'] ?? {};
    if (status < 400 && !messages.includes(body.message)) report(`the examples say ${messages.join()}`);
  }

  private checkHeaders(
    { headers = {} }: ResponseObject,
    response: HttpResponse,
    report: (problem: string) => void,
  ): void {
    for (const [name, { $ref }] of Object.entries(headers)) {
      const { required, schema } = this.resolved($ref) as HeaderObject;
      const text = response.headers[name.toLowerCase()];
      if (text === undefined && required) report(`it lacks ${name}`);
      const value = schema.type === 'integer' ? Number(text) : text;
      if (text !== undefined && !this.validator([...pointerOf($ref), 'schema'])(value))
        report(`${name} is ${String(text)}`);
    }
    const documented = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const undocumented = MEANINGFUL.filter((name) => response.headers[name] !== undefined && !documented.has(name));
    if (undocumented.length > 0) report(`undocumented headers: ${undocumented.join()}`);
  }

  private validator(place: readonly (string | number)[]): ValidateFunction {
    const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `${BASE}#/${pointer.join('/')}`;
    const validate = this.validators.get($ref) ?? this.ajv.compile({ $ref });
    this.validators.set($ref, validate);
    return validate;
  }

  private resolved($ref: string): unknown {
    return pointerOf($ref).reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], this.document);
  }
}

/** The document without additional properties, so that a response with an undocumented field fails. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)] as const);
  return { ...('properties' in part && { additionalProperties: false }), ...Object.fromEntries(entries) };
}

function codesOf({ responses }: OperationObject): string[] {
  return Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json'].examples ?? {}));
}

function pointerOf($ref: string): string[] {
  return $ref.split('/').slice(1);
}

function templateOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
