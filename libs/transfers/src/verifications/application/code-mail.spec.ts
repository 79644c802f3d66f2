import { Money, newId } from '@app/kernel';
import { aPayable } from '../../testing/factories';
import { pendingVerification } from '../domain/verification';
import { codeMail } from './code-mail';
import { CODE_TEXTS } from './code-texts';

const verification = pendingVerification(
  {
    id: newId(),
    accountId: newId(),
    userId: newId(),
    walletId: newId(),
    destination: { ...aPayable(newId()).destination, name: '<b>Ana</b>\n654321' },
    destinationDigest: Buffer.from('a digest'),
    amount: Money.of('10000', 'ARS'),
    instant: false,
    comment: 'November\n111111',
    codeHash: Buffer.from('a hash'),
  },
  new Date('2030-01-01T12:00:00.000Z'),
);

describe.each(['es', 'pt', 'en'] as const)('the mail with a code in %s', (language) => {
  const mail = codeMail(verification, '012345', 'tesoreria@cafe.example', language);

  it('has the code alone on a line of the text, and no other six digits', () => {
    expect(mail.text.split('\n').filter((line) => /^\d{6}$/.test(line))).toEqual(['012345']);
    expect(mail.html).toContain('>012345<');
  });

  it('shows in its own language what the code confirms', () => {
    expect(mail.subject).toBe(CODE_TEXTS[language].subject);
    expect(mail.html).toContain(`lang="${language}"`);
    for (const shown of ['10000.00', 'November', 'Ana', '••••3456']) expect(mail.text).toContain(shown);
    expect(mail.html).not.toContain('<b>');
  });

  it('is sensitive, and is sent once for each code', () => {
    expect(mail).toMatchObject({ sensitive: true, dedupeKey: `transfer-code:${verification.id}:0` });
    const next = codeMail({ ...verification, resends: 1 }, '012345', 'tesoreria@cafe.example', language);
    expect(next.dedupeKey).not.toBe(mail.dedupeKey);
  });
});
