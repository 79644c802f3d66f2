import { FILE_TYPES } from '../http/file-format';
import { Controller, Delete, Get, Post, UseFilters, UseGuards, type Type } from '@nestjs/common';
import type { OperationObject, ParameterObject } from '@nestjs/swagger';
import { ExternalApi, ExternalUserApi } from '../access/external-api';
import { Idempotent } from '../access/idempotent';
import { OptionalSessionGuard } from '../access/optional-session.guard';
import { PanelApi } from '../access/panel-api';
import { RequirePanelPermission } from '../access/panel-permission.guard';
import { RequirePermission } from '../access/permission.guard';
import { SignInLimitGuard } from '../access/sign-in-limit.guard';
import type { Documentation } from '../http/documentation';
import { Documented, DocumentedGroup } from '../http/documented';
import { ApiExceptionFilter } from '../http/exception.filter';
import { completeOperation } from './complete-operation';
import { findOperations } from './operations';

class ThingDto {
  name!: string;
}

class OtherDto {
  code!: string;
}

const DOCUMENTED: Documentation = { operationId: 'it', summary: 'It', response: ThingDto, message: 'Done.' };
const Grouped = () => DocumentedGroup('Things', 'All of them.');
const SCHEMAS = {
  PageMeta: { example: { per_page: 20, next_cursor: null } },
  ThingDto: { example: { name: 'Ana', state: 'open' } },
};
const BODY = { content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingDto' } } } };
const QUERY: ParameterObject = { name: 'state', in: 'query', schema: { type: 'string' } };

function completed(controller: Type, described: Partial<OperationObject> = {}): OperationObject {
  const [operation] = findOperations([controller]);
  const { operationId, summary } = DOCUMENTED;
  return completeOperation(
    { operationId, summary, responses: { 201: { description: '' } }, ...described },
    operation!,
    'Things',
    SCHEMAS,
  );
}

interface Response {
  headers?: object;
  content?: Record<string, { schema: unknown; example?: unknown; examples?: object }>;
}
const responseOf = ({ responses }: OperationObject, status: number) => responses[status] as Response | undefined;
const codesOf = ({ responses }: OperationObject): string[] =>
  Object.values(responses).flatMap((response) =>
    Object.keys((response as Response).content?.['application/json']?.examples ?? {}),
  );

@ExternalApi('v1/things')
@Grouped()
class Things {
  @Post()
  @Documented(DOCUMENTED)
  create() {
    return undefined;
  }
}

@ExternalUserApi('v1/things')
@Grouped()
class ThingsOfUser {
  @Post(':id')
  @Idempotent()
  @RequirePermission('webhooks:write')
  @Documented({ ...DOCUMENTED, codes: ['WALLET_NOT_FOUND'], example: { state: 'closed' } })
  create() {
    return undefined;
  }
}

@PanelApi('things')
@RequirePanelPermission('view_payouts', 'view_payins')
@Grouped()
class PanelThings {
  @Get()
  @Documented({ ...DOCUMENTED, response: [ThingDto], paged: true, files: true })
  list() {
    return undefined;
  }
}

@PanelApi('notes')
@Grouped()
class PanelNotes {
  @Delete()
  @Documented({ ...DOCUMENTED, header: 'sessionActivity' })
  remove() {
    return undefined;
  }
}

@Controller('api/v1/clients/window')
@Grouped()
class Windows {
  @Get()
  @UseGuards(OptionalSessionGuard)
  @Documented(DOCUMENTED)
  look() {
    return undefined;
  }
}

@Controller('api/v1/clients/door')
@Grouped()
class Doors {
  @Post()
  @UseGuards(SignInLimitGuard)
  @Documented(DOCUMENTED)
  open() {
    return undefined;
  }
}

@ExternalApi('v1/things')
@Grouped()
class FailingThings {
  @Get()
  @UseFilters(ApiExceptionFilter)
  @Documented({ ...DOCUMENTED, codes: ['CONVERSION_QUOTE_ERROR'] })
  read() {
    return undefined;
  }
}

describe('an operation of the documents', () => {
  it('responds with the envelope of a success, and an example of it', () => {
    expect(responseOf(completed(Things), 201)?.content?.['application/json']).toMatchObject({
      schema: {
        properties: { data: { $ref: '#/components/schemas/ThingDto' } },
        required: ['success', 'message', 'data'],
      },
      example: { success: true, message: 'Done.', data: { name: 'Ana', state: 'open' } },
    });
  });

  it('can have an example that differs in some fields', () => {
    expect(responseOf(completed(ThingsOfUser), 201)?.content?.['application/json']?.example).toMatchObject({
      data: { name: 'Ana', state: 'closed' },
    });
  });

  it('responds with a file too where the list is available as one', () => {
    const types = (controller: Type) => Object.keys(responseOf(completed(controller), 201)?.content ?? {});

    expect(types(PanelThings)).toEqual(['application/json', FILE_TYPES.csv, FILE_TYPES.xlsx]);
    expect(types(Things)).toEqual(['application/json']);
  });

  it('responds with one of two bodies when it has an alternative', () => {
    const other = { response: OtherDto, message: 'Begun.' };
    @ExternalApi('v1/things')
    @Grouped()
    class Begun {
      @Post()
      @Documented({ ...DOCUMENTED, alternative: other })
      create() {
        return undefined;
      }
    }

    expect(responseOf(completed(Begun), 201)?.content?.['application/json']).toMatchObject({
      schema: {
        properties: {
          message: { examples: ['Done.', 'Begun.'] },
          data: { oneOf: [{ $ref: '#/components/schemas/ThingDto' }, { $ref: '#/components/schemas/OtherDto' }] },
        },
      },
      example: { message: 'Done.', data: { name: 'Ana', state: 'open' } },
    });
  });

  it('responds with a list and its meta when it is read in pages', () => {
    expect(responseOf(completed(PanelThings), 201)?.content?.['application/json']?.schema).toMatchObject({
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/ThingDto' } },
        meta: { $ref: '#/components/schemas/PageMeta' },
      },
    });
  });

  it.each([
    ['an API key in either header', Things, [{ ApiKeyAsBearer: [] }, { ApiKeyHeader: [] }]],
    [
      'an API key with the permission, in either header',
      ThingsOfUser,
      [{ ApiKeyAsBearer: ['webhooks:write'] }, { ApiKeyHeader: ['webhooks:write'] }],
    ],
    [
      'a session with one of the permissions, in its token or in a cookie',
      PanelThings,
      [
        { PanelSession: ['view_payouts'] },
        { PanelSession: ['view_payins'] },
        { PanelCookie: ['view_payouts'] },
        { PanelCookie: ['view_payins'] },
      ],
    ],
    ['a session or none', Windows, [{}, { PanelSession: [] }, { PanelCookie: [] }]],
    ['no credential', Doors, []],
  ])('demands %s', (_what, controller, security) => {
    expect(completed(controller).security).toEqual(security);
  });

  it('names the header that only it takes', () => {
    expect(completed(PanelNotes).parameters).toEqual([{ $ref: '#/components/parameters/sessionActivity' }]);
  });

  it('says in its description which permission it needs', () => {
    expect(completed(PanelThings, { description: 'Some.' }).description).toBe(
      'Some.\n\nPermission: `view_payouts` or `view_payins`.',
    );
    expect(completed(Doors).description).toBeUndefined();
  });

  it.each<[string, Type, Partial<OperationObject>, string[]]>([
    ['a missing permission', ThingsOfUser, {}, ['insufficient_scope']],
    ['an id that is not a UUID', ThingsOfUser, {}, ['RESOURCE_NOT_FOUND']],
    ['a repeated call', ThingsOfUser, { requestBody: BODY }, ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED']],
    ['the user behind the key', ThingsOfUser, {}, ['INVALID_API_KEY', 'USER_NOT_FOUND']],
    ['its own reasons', ThingsOfUser, {}, ['WALLET_NOT_FOUND']],
    ['a body', Things, { requestBody: BODY }, ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE']],
    ['a query', PanelThings, { parameters: [QUERY] }, ['VALIDATION_FAILED']],
    [
      'a body that is unusual for the method',
      PanelNotes,
      { requestBody: BODY },
      ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
    ],
    ['a change by a cookie from elsewhere', PanelNotes, {}, ['PERMISSION_DENIED']],
    ['an internal failure', Things, {}, ['SYSTEM_DATABASE_ERROR']],
  ])('has the codes of %s', (_what, controller, described, codes) => {
    expect(codesOf(completed(controller, described))).toEqual(expect.arrayContaining(codes));
  });

  it.each<[string, Type, string[]]>([
    ['a permission that it does not need', Things, ['insufficient_scope', 'PERMISSION_DENIED']],
    ['an id that it does not have', Things, ['RESOURCE_NOT_FOUND']],
    ['repeated calls that it does not recognise', Things, ['IDEMPOTENCY_KEY_REUSED']],
    ['a body that it does not take', Things, ['PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED']],
    ['a body or query that it does not take', PanelThings, ['PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED']],
    ['a session that it does not need', Doors, ['UNAUTHENTICATED']],
    ['a session that may be missing', Windows, ['UNAUTHENTICATED', 'PERMISSION_DENIED']],
    ['failures for which it has a code of its own', FailingThings, ['SYSTEM_DATABASE_ERROR']],
  ])('has no code of %s', (_what, controller, codes) => {
    expect(codesOf(completed(controller)).filter((code) => codes.includes(code))).toEqual([]);
  });

  it('distinguishes the codes that share a status', () => {
    const { schema } = responseOf(completed(ThingsOfUser), 403)!.content!['application/json']!;

    expect(schema).toMatchObject({
      oneOf: expect.arrayContaining([{ $ref: '#/components/schemas/Error.insufficient_scope' }]),
      discriminator: { propertyName: 'code' },
    });
  });

  it('has the headers of its responses', () => {
    const headersOf = (controller: Type, status: number) =>
      Object.keys(responseOf(completed(controller), status)!.headers!);

    expect(headersOf(Doors, 201)).toEqual(['X-Request-Id']);
    expect(headersOf(Things, 201)).toEqual([
      'X-Request-Id',
      'X-RateLimit-Limit-IP',
      'X-RateLimit-Remaining-IP',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
    ]);
    expect(headersOf(ThingsOfUser, 201)).toContain('Idempotency-Replayed');
    expect(headersOf(Things, 429)).toEqual(['X-Request-Id', 'Retry-After']);
    expect(headersOf(Things, 401)).toEqual(['X-Request-Id']);
  });
});
