import { Columns } from './columns';

interface Parcel {
  id: string;
  label: { city: string } | null;
  sentAt: Date | null;
}

const PARCELS = Columns.of<Parcel>()({
  id: ['uuid', (parcel) => parcel.id],
  label: ['jsonb', (parcel) => parcel.label],
  sent_at: ['timestamptz', (parcel) => parcel.sentAt],
});
const SENT = { id: '1', label: { city: 'Quito' }, sentAt: new Date(0) };
const NEW = { id: '2', label: null, sentAt: null };

describe('Columns', () => {
  it('names the columns in one order for statements and parameters', () => {
    expect(PARCELS.names).toBe('id, label, sent_at');
    expect(PARCELS.values).toBe('$1::uuid, $2::jsonb, $3::timestamptz');
    expect(PARCELS.parametersOf(SENT)).toEqual(['1', '{"city":"Quito"}', SENT.sentAt]);
  });

  it('writes any number of records with one array for each column', () => {
    expect(PARCELS.rows('p')).toBe('unnest($1::uuid[], $2::jsonb[], $3::timestamptz[]) AS p (id, label, sent_at)');
    expect(PARCELS.arraysOf([SENT, NEW])).toEqual([
      ['1', '2'],
      ['{"city":"Quito"}', null],
      [SENT.sentAt, null],
    ]);
  });

  it('stores null, not the JSON text null, for a document that is absent', () => {
    expect(PARCELS.parametersOf(NEW)[1]).toBeNull();
  });

  it('selects the columns of an alias, with a prefix where two tables share names', () => {
    expect(PARCELS.select('p')).toBe('p.id, p.label, p.sent_at');
    expect(PARCELS.select('p', 'parcel_')).toBe(
      'p.id AS parcel_id, p.label AS parcel_label, p.sent_at AS parcel_sent_at',
    );
  });

  it('overwrites every column but the named ones', () => {
    expect(PARCELS.overwritten(['id'])).toBe('label = EXCLUDED.label, sent_at = EXCLUDED.sent_at');
  });

  it('names the parameter of a column', () => {
    expect(PARCELS.parameter('sent_at')).toBe('$3::timestamptz');
  });
});
