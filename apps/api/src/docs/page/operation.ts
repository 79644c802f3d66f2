import { html, type Html } from '../../checkout/view/html';
import type { MediaType, OpenApiDocument, OperationObject, ParameterObject, Reference } from '../open-api-types';
import type { Schema } from '../../http/schema';
import { fieldsOf, resolve } from './fields';
import { json, paragraphs, pre } from './prose';
import { codeTable, fieldTable, parameterTable } from './tables';

/** Where an operation is: its method and path. */
export interface Place {
  method: string;
  path: string;
}

/** One operation: what it needs, takes and answers, and what can go wrong. */
export function operationArticle(document: OpenApiDocument, { method, path }: Place, operation: OperationObject): Html {
  const { operationId, summary, description, requestBody } = operation;
  const parameters = parametersOf(document, operation);
  const codes = codesOf(operation);
  return html`<article id="${operationId}">
<h4>${summary}</h4>
${route({ method, path })}
${description && paragraphs(description)}
${parameters.length > 0 && parameterTable('Parameters', parameters)}
${requestBody && fields(document, 'Request', requestBody.content['application/json'].schema, 'required')}
<h5>Example request</h5>
${pre(curl(document, { method, path }, operation))}
${successPart(document, operation)}
<details>
<summary>${codes.length} errors</summary>
${codeTable(codes)}
</details>
</article>
`;
}

/** One event that is sent to endpoints. */
export function eventArticle(document: OpenApiDocument, event: string, operation: OperationObject): Html {
  const media = operation.requestBody?.content['application/json'] as MediaType;
  return html`<article id="${operation.operationId}">
<h4>${operation.summary}</h4>
<p class="route"><code class="method">event</code> <code>${event}</code></p>
<h5>Example body</h5>
${json(media.example)}
<details>
<summary>Fields</summary>
${fields(document, 'Body', media.schema, 'optional')}
</details>
</article>
`;
}

export function route({ method, path }: Place): Html {
  return html`<p class="route"><code class="method ${method}">${method.toUpperCase()}</code> <code>${path}</code></p>`;
}

function successPart(document: OpenApiDocument, { responses }: OperationObject): Html {
  const [status = ''] = Object.keys(responses);
  const media = responses[status]?.content?.['application/json'] as MediaType;
  const data = resolve(media.schema.properties?.['data'] as Schema, document.components.schemas);
  const caption = data.items ? 'Fields of each entry of data' : 'Fields of data';
  return html`<h5>Example answer, ${status}</h5>
${json(media.example)}
${fields(document, caption, data, 'optional')}`;
}

function fields(document: OpenApiDocument, caption: string, schema: Schema, marks: 'required' | 'optional'): Html {
  return fieldTable(caption, fieldsOf(schema, document.components.schemas), marks);
}

export function parametersOf({ components }: OpenApiDocument, { parameters = [] }: OperationObject): ParameterObject[] {
  const find = ({ $ref }: Reference) => components.parameters[$ref.split('/').pop() as string] as ParameterObject;
  return parameters.map((parameter) => ('$ref' in parameter ? find(parameter) : parameter));
}

function codesOf({ responses }: OperationObject): string[] {
  return Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json'].examples ?? {}));
}

/** A command to paste, once the key is in it. */
function curl(
  document: OpenApiDocument,
  { method, path }: Place,
  { security, requestBody, parameters }: OperationObject,
) {
  const [id] = parametersOf(document, { parameters } as OperationObject).filter(({ name }) => name === 'id');
  const address = `${document.servers[0]?.url}${path.replace('{id}', String(id?.example))}`;
  const [scheme] = security.flatMap((way) => Object.keys(way));
  const body = requestBody && JSON.stringify(requestBody.content['application/json'].example);
  return [
    method === 'get' ? `curl ${address}` : `curl -X ${method.toUpperCase()} ${address}`,
    ...(scheme ? [`-H 'Authorization: Bearer ${scheme === 'PanelSession' ? '<token>' : '<API key>'}'`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", `'\\''`)}'`] : []),
  ].join(' \\\n  ');
}
