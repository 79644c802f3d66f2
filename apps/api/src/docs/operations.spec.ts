import { Controller, Delete, Get, HttpCode, Param, Post, UseFilters, UseGuards, type Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { ApiExceptionFilter } from '../http/exception.filter';
import { ExternalApi } from '../gateway/external-api';
import { Idempotent } from '../gateway/idempotent';
import { RequirePermission } from '../gateway/permission.guard';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { SignInLimitGuard } from '../gateway/sign-in-limit.guard';
import { Documented, DocumentedGroup, type Documentation } from '../http/documented';
import { findOperations } from './operations';

const DOCUMENTED: Documentation = { operationId: 'it', summary: 'It', answer: 'Wallets', message: 'Done.' };
const Grouped = () => DocumentedGroup('Things', 'All of them.');

const operationsOf = (...controllers: Type[]) => findOperations(controllers, new MetadataScanner());
const only = (controller: Type) => operationsOf(controller)[0]!;

describe('findOperations', () => {
  it('reads path, method and status from the route', () => {
    @ExternalApi('v1/things')
    @Grouped()
    class Things {
      @Post(':id/turn')
      @HttpCode(200)
      @Documented(DOCUMENTED)
      turn(@Param('id') id: string) {
        return id;
      }
    }

    expect(only(Things)).toMatchObject({ api: 'external', method: 'post', path: '/v1/things/{id}/turn', success: 200 });
  });

  it('takes 201 for a POST that names no status, and 200 for everything else', () => {
    @PanelApi('things')
    @Grouped()
    class Things {
      @Post()
      @Documented(DOCUMENTED)
      create() {
        return undefined;
      }

      @Delete()
      @Documented(DOCUMENTED)
      remove() {
        return undefined;
      }
    }

    expect(operationsOf(Things).map(({ method, success }) => [method, success])).toEqual([
      ['post', 201],
      ['delete', 200],
    ]);
  });

  it('leaves out what is no part of the two APIs', () => {
    @Controller('v1x')
    class Others {
      @Get()
      read() {
        return undefined;
      }
    }

    expect(operationsOf(Others)).toEqual([]);
  });

  it('sees which permission a key needs, and has a code for its lack only then', () => {
    @ExternalApi('v1/things')
    @Grouped()
    class Things {
      @Get()
      @Documented(DOCUMENTED)
      open() {
        return undefined;
      }

      @Get('closed')
      @RequirePermission('webhooks:read')
      @Documented(DOCUMENTED)
      closed() {
        return undefined;
      }
    }

    const [open, closed] = operationsOf(Things);
    expect([open!.permissions, closed!.permissions]).toEqual([[], ['webhooks:read']]);
    expect([open, closed].map((each) => each!.codes.includes('insufficient_scope'))).toEqual([false, true]);
  });

  it('takes a panel permission of the method before that of the controller', () => {
    @PanelApi('things')
    @RequirePanelPermission('manage_account')
    @Grouped()
    class Things {
      @Get()
      @Documented(DOCUMENTED)
      all() {
        return undefined;
      }

      @Get('some')
      @RequirePanelPermission('view_payouts', 'view_payins')
      @Documented(DOCUMENTED)
      some() {
        return undefined;
      }
    }

    expect(operationsOf(Things).map(({ permissions }) => permissions)).toEqual([
      ['manage_account'],
      ['view_payouts', 'view_payins'],
    ]);
  });

  it('knows a call that can be repeated by @Idempotent', () => {
    @ExternalApi('v1/things')
    @Grouped()
    class Things {
      @Post()
      @Idempotent()
      @Documented(DOCUMENTED)
      create() {
        return undefined;
      }

      @Post('again')
      @Documented(DOCUMENTED)
      again() {
        return undefined;
      }
    }

    const [create, again] = operationsOf(Things);
    expect([create!.takesIdempotencyKey, again!.takesIdempotencyKey]).toEqual([true, false]);
    expect([create, again].map((each) => each!.codes.includes('IDEMPOTENCY_KEY_REUSED'))).toEqual([true, false]);
  });

  it('leaves the code of failures to an operation that has a filter of its own', () => {
    @ExternalApi('v1/things')
    @Grouped()
    class Things {
      @Get()
      @UseFilters(ApiExceptionFilter)
      @Documented({ ...DOCUMENTED, codes: ['CONVERSION_QUOTE_ERROR'] })
      read() {
        return undefined;
      }
    }

    expect(only(Things).codes.filter((code) => /_ERROR$/.test(code))).toEqual(['CONVERSION_QUOTE_ERROR']);
  });

  it.each([
    ['VALIDATION_FAILED', true],
    ['PAYLOAD_TOO_LARGE', true],
    ['RATE_LIMIT_EXCEEDED', true],
    ['RESOURCE_NOT_FOUND', false],
    ['UNAUTHENTICATED', false],
  ] as const)('of a sign-in without an id, %s: %s', (code, isThere) => {
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

    expect(only(Doors).codes.includes(code)).toBe(isThere);
  });

  describe('refuses', () => {
    it('an operation without @Documented, naming it', () => {
      @ExternalApi('v1/things')
      @Grouped()
      class Things {
        @Get(':id')
        read() {
          return undefined;
        }
      }

      expect(() => operationsOf(Things)).toThrow('Things.read (GET /v1/things/{id}) has no @Documented');
    });

    it('a controller without @DocumentedGroup', () => {
      @PanelApi('things')
      class Things {
        @Get()
        @Documented(DOCUMENTED)
        read() {
          return undefined;
        }
      }

      expect(() => operationsOf(Things)).toThrow('is in a controller without @DocumentedGroup');
    });

    it('an operation that nobody guards', () => {
      @Controller('v1/things')
      @Grouped()
      class Things {
        @Get()
        @Documented(DOCUMENTED)
        read() {
          return undefined;
        }
      }

      expect(() => operationsOf(Things)).toThrow('has no guard that the documents know');
    });

    it('a parameter that is not checked to be a UUID', () => {
      @ExternalApi('v1/things')
      @Grouped()
      class Things {
        @Get(':name')
        @Documented(DOCUMENTED)
        read() {
          return undefined;
        }
      }

      expect(() => operationsOf(Things)).toThrow('has a parameter other than {id}');
    });
  });
});
