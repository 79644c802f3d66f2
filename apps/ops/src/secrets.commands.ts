import { SEALED_SECOND_FACTORS } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { Resealing, SEALED_ANSWERS, type SealedColumn } from '@app/platform';
import { SEALED_BANK_FIELDS, SEALED_DESTINATIONS } from '@app/transfers';
import { SEALED_WEBHOOK_SECRETS } from '@app/webhooks';
import { recordForStaff } from './audit';
import type { Command } from './command';

/** Every column that is sealed with `SECRETS_KEY`. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_WEBHOOK_SECRETS,
  ...SEALED_BANK_FIELDS,
  SEALED_DESTINATIONS,
  SEALED_ANSWERS,
  SEALED_SECOND_FACTORS,
];

const reseal: Command = {
  name: 'secrets:reseal',
  summary: 'Encrypt with SECRETS_KEY again what SECRETS_KEY_PREVIOUS encrypted',
  run: async (app) => {
    const resealing = app.get(Resealing);
    const resealed: Record<string, number> = {};
    const unreadable: Record<string, number> = {};
    for (const column of SEALED_COLUMNS) {
      const report = await resealing.reseal(column);
      resealed[column.name] = report.resealed;
      if (report.unreadable > 0) unreadable[column.name] = report.unreadable;
    }
    const remaining = Object.values(unreadable).reduce((sum, count) => sum + count, 0);
    const details = { resealed, remaining, ...(remaining > 0 && { unreadable }) };
    const object = { type: 'secrets_key', id: resealing.keyId };
    await app.get(UnitOfWork).run((tx) => recordForStaff(app, tx, { action: 'secrets.resealed', object, details }));
    return { json: details, failed: remaining > 0 };
  },
};

export const secretCommands: readonly Command[] = [reseal];
