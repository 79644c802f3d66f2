import { Controller, Get, HttpCode, Param, Post, type Type } from '@nestjs/common';
import { ExternalApi } from '../access/external-api';
import { Idempotent } from '../access/idempotent';
import { RequirePermission } from '../access/permission.guard';
import { PanelApi } from '../access/panel-api';
import { RequirePanelPermission } from '../access/panel-permission.guard';
import type { Documentation } from '../http/documentation';
import { Documented, DocumentedGroup } from '../http/documented';
import { DeletedDto } from '../http/deleted.dto';
import { findOperations } from './operations';

const DOCUMENTED: Documentation = { operationId: 'it', summary: 'It', response: DeletedDto, message: 'Done.' };
const Grouped = () => DocumentedGroup('Things', 'All of them.');

const operationsOf = (...controllers: Type[]) => findOperations(controllers);
const only = (controller: Type) => operationsOf(controller)[0]!;

describe('findOperations', () => {
  it('reads path and method from the route', () => {
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

    expect(only(Things)).toMatchObject({ api: 'external', method: 'post', path: '/v1/things/{id}/turn' });
  });

  it('leaves out what is not part of the two APIs', () => {
    @Controller('v1x')
    class Others {
      @Get()
      read() {
        return undefined;
      }
    }

    expect(operationsOf(Others)).toEqual([]);
  });

  it('sees which permission a key needs', () => {
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
  });

  describe('rejects', () => {
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

    it('an operation without a guard that decides who may call', () => {
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
