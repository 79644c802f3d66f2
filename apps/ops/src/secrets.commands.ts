import { ENCRYPTED_SECOND_FACTORS } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { Reencryption, ENCRYPTED_RESPONSES, type EncryptedColumn } from '@app/platform';
import { ENCRYPTED_BANK_FIELDS, ENCRYPTED_DESTINATIONS } from '@app/transfers';
import { ENCRYPTED_WEBHOOK_SECRETS } from '@app/webhooks';
import { recordForStaff } from './audit';
import type { Command } from './command';

/** Every column that is encrypted with `SECRETS_KEY`. */
const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ENCRYPTED_WEBHOOK_SECRETS,
  ...ENCRYPTED_BANK_FIELDS,
  ENCRYPTED_DESTINATIONS,
  ENCRYPTED_RESPONSES,
  ENCRYPTED_SECOND_FACTORS,
];

const reencrypt: Command = {
  name: 'secrets:reseal',
  summary: 'Encrypt with SECRETS_KEY again what SECRETS_KEY_PREVIOUS encrypted',
  run: async (app) => {
    const reencryption = app.get(Reencryption);
    const resealed: Record<string, number> = {};
    const unreadable: Record<string, number> = {};
    for (const column of ENCRYPTED_COLUMNS) {
      const report = await reencryption.reencrypt(column);
      resealed[column.name] = report.reencrypted;
      if (report.unreadable > 0) unreadable[column.name] = report.unreadable;
    }
    const remaining = Object.values(unreadable).reduce((sum, count) => sum + count, 0);
    const details = { resealed, remaining, ...(remaining > 0 && { unreadable }) };
    const object = { type: 'secrets_key', id: reencryption.keyId };
    await app.get(UnitOfWork).run((tx) => recordForStaff(app, tx, { action: 'secrets.resealed', object, details }));
    return { json: details, failed: remaining > 0 };
  },
};

export const secretCommands: readonly Command[] = [reencrypt];
