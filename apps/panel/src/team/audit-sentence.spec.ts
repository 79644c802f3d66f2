import i18next, { type TFunction } from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionLabel, AUDIT_ACTIONS, auditSentence, changesOf, readable } from './audit-sentence';
import type { AuditEntry } from './queries';

const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(__dirname, 'texts', `${language}.json`), 'utf8')) as Record<string, object>;

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  action: 'user.signed_in',
  actor: { type: 'user', id: 'u1', name: 'ana@example.com' },
  subject: { type: 'user', id: '01a1fba0-5c1e-7d2a' },
  details: {},
  from_address: null,
  created_at: '2026-11-21T01:40:02.115Z',
  ...changes,
});

let t: TFunction;
beforeAll(async () => {
  t = await i18next.init({
    lng: 'en',
    fallbackLng: false,
    resources: Object.fromEntries(['en', 'es', 'pt'].map((language) => [language, { team: textsOf(language) }])),
    defaultNS: 'team',
    interpolation: { escapeValue: false },
  });
});

describe('auditSentence', () => {
  it.each([
    [entry({}), 'ana@example.com signed in.'],
    [
      entry({ action: 'user.created', details: { email: 'bo@example.com', permissions: ['*'] } }),
      'ana@example.com created the user bo@example.com.',
    ],
    [
      entry({ action: 'beneficiary.created', details: { name: 'Bo', email: 'bo@example.com' } }),
      'ana@example.com registered the beneficiary Bo.',
    ],
    [
      entry({ action: 'payout.ordered', details: { amount: '5000.00', currency: 'ARS' } }),
      'ana@example.com ordered a payout of 5,000.00 ARS.',
    ],
    [
      entry({ action: 'api_key.expired', actor: { type: 'system', id: null, name: 'api' } }),
      'The service deactivated the API key 01a1fba0 because it had expired.',
    ],
    [entry({ action: 'moon.landed', subject: { type: 'moon', id: 'x' } }), 'ana@example.com: moon.landed (moon x).'],
  ])('names the actor, the action and the subject (%#)', (given, sentence) => {
    expect(auditSentence(given, t, 'en')).toBe(sentence);
  });

  it.each(['en', 'es', 'pt'].flatMap((language) => AUDIT_ACTIONS.map((action) => [language, action] as const)))(
    'has a text in %s for %s',
    (language, action) => {
      const translate = i18next.getFixedT(language, 'team');
      expect(auditSentence(entry({ action }), translate, language)).not.toContain(action);
    },
  );
});

describe('actionLabel', () => {
  it.each([
    ['user.signed_in', 'Signed in'],
    ['user.created', 'Created the user …'],
  ])('of %s is %s', (action, label) => {
    expect(actionLabel(action, t)).toBe(label);
  });
});

describe('changesOf', () => {
  it('returns the fields that have an old and a new value', () => {
    const details = { is_active: { from: true, to: false }, email: 'bo@example.com' };
    expect(changesOf(entry({ details }))).toEqual([{ field: 'is_active', from: true, to: false }]);
  });

  it('returns the new values where the old ones are unknown', () => {
    expect(changesOf(entry({ action: 'account.updated', details: { language: 'pt' } }))).toEqual([
      { field: 'language', to: 'pt' },
    ]);
  });
});

describe('readable', () => {
  it.each([
    [null, '—'],
    [[], '—'],
    [['view_payins', '*'], '<view_payins>, <*>'],
    [false, '<false>'],
    [60, '60'],
    [{ name: 'Itaú', pix_key: '***1' }, '<Itaú> <***1>'],
  ])('shows %j as %s', (value, text) => {
    expect(readable(value, (name) => `<${name}>`)).toBe(text);
  });
});
