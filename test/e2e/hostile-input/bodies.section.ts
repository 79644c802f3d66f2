import { newId } from '@app/kernel';
import fc from 'fast-check';
import { Body, holds, hostileBody, NO_OBJECTS } from '../../support/hostile-input';
import { BODYLESS_OPERATIONS, BODY_OPERATIONS, type BodyOperation } from '../../support/hostile-operations';
import { InputTrial } from '../../support/input-trial';

/** A body, and every other time an `Idempotency-Key` if the operation accepts one. */
const anyCall = (operation: BodyOperation) =>
  fc.tuple(hostileBody(operation.good()), operation.creates ? fc.option(fc.uuid(), { freq: 2 }) : fc.constant(null));

describe('a body, with any content', () => {
  let trial: InputTrial;

  beforeAll(async () => {
    trial = await InputTrial.ofThisFile();
  });

  it.each(BODY_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s: is rejected as documented with nothing written, or stored unchanged',
    async (name, operation) => {
      const { as, rejectionWrites = [], ignoresBody } = operation;
      const [method = ''] = name.split(' ');
      const target = await trial.once(name, operation.target);
      await holds(anyCall(operation), async ([body, idempotencyKey]) => {
        await operation.before?.(trial);
        const headers = idempotencyKey === null ? [] : ([['Idempotency-Key', idempotencyKey]] as const);
        const response = await trial.ask({ as, method, target, headers, body: body.content, rejectionWrites });
        if (response.status < 400) await operation.kept(trial, ignoresBody ? {} : body.json, response.body.data);
      });
    },
  );

  it.each(BODYLESS_OPERATIONS.map(({ method, target, as }) => [method, target, as] as const))(
    '%s %s: is ignored',
    async (method, template, as) => {
      const target = template.replace('{id}', newId());
      const first = await trial.ask({ as, method, target });

      await holds(
        fc.constantFrom(...NO_OBJECTS, new Body('x'.repeat(200_000))),
        async ({ content }) => {
          const response = await trial.ask({ as, method, target, body: content });
          expect([response.status, steady(response.text)]).toEqual([first.status, steady(first.text)]);
        },
        0.2,
      );
    },
  );
});

/** The text without the time of a key's last use, which is written some seconds after the use. */
function steady(text: string): string {
  return text.replaceAll(/"last_used_at":("[^"]*"|null)/g, '"last_used_at":null');
}
