import { addDays, dayIn, isTimeZone, localIso, startOfDay } from './time-zone';

const ARGENTINA = 'America/Argentina/Buenos_Aires';

describe('the day of a moment', () => {
  it('is the local one: 22:30 in Buenos Aires belongs to that evening, not to the next day in UTC', () => {
    expect(dayIn(ARGENTINA, new Date('2030-02-01T01:30:00Z'))).toBe('2030-01-31');
  });

  it.each([
    ['UTC', '2030-01-31T23:59:59.999Z', '2030-01-31'],
    [ARGENTINA, '2030-02-01T02:59:59.999Z', '2030-01-31'],
    [ARGENTINA, '2030-02-01T03:00:00.000Z', '2030-02-01'],
    ['Asia/Kolkata', '2030-01-31T18:30:00Z', '2030-02-01'],
    ['America/New_York', '2030-07-01T03:59:59Z', '2030-06-30'],
    ['America/New_York', '2030-01-01T04:59:59Z', '2029-12-31'],
  ])('in %s of %s is %s', (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day);
  });
});

describe('the start of a day', () => {
  it.each([
    ['UTC', '2030-01-31', '2030-01-31T00:00:00.000Z'],
    [ARGENTINA, '2030-01-31', '2030-01-31T03:00:00.000Z'],
    ['Pacific/Kiritimati', '2030-01-31', '2030-01-30T10:00:00.000Z'],
    ['Etc/GMT+12', '2030-01-31', '2030-01-31T12:00:00.000Z'],
    ['Asia/Kathmandu', '2030-01-31', '2030-01-30T18:15:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['America/Tijuana', '2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['America/Bogota', '1000-01-31', '1000-01-31T04:56:16.000Z'],
  ])('in %s of %s is %s', (zone, day, moment) => {
    expect(startOfDay(zone, day)).toEqual(new Date(moment));
  });

  it('is one o’clock where clocks are set forward at midnight, as in Chile', () => {
    expect(startOfDay('America/Santiago', '2025-09-07')).toEqual(new Date('2025-09-07T04:00:00Z'));
  });

  it('is the first of two midnights where clocks are set back at midnight: Saturday in Chile has 25 hours', () => {
    const [saturday, sunday] = ['2025-04-05', '2025-04-06'].map((day) => startOfDay('America/Santiago', day));
    expect([saturday, sunday]).toEqual([new Date('2025-04-05T03:00:00Z'), new Date('2025-04-06T04:00:00Z')]);
  });

  it('is the next day’s where the zone left the day out, as Samoa did', () => {
    expect(startOfDay('Pacific/Apia', '2011-12-30')).toEqual(startOfDay('Pacific/Apia', '2011-12-31'));
  });

  it.each([ARGENTINA, 'America/Santiago', 'America/New_York', 'America/Havana', 'America/Asuncion', 'Asia/Beirut'])(
    'in %s is the first moment of that day, on each day of some years',
    (zone) => {
      const wrong = [];
      for (let day = '2023-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = startOfDay(zone, day);
        const before = new Date(start.getTime() - 1);
        if (dayIn(zone, start) !== day || dayIn(zone, before) !== addDays(day, -1)) wrong.push(day);
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('the local time of a moment', () => {
  it.each([
    ['UTC', '2030-02-01T01:30:00.000+00:00'],
    [ARGENTINA, '2030-01-31T22:30:00.000-03:00'],
    ['Asia/Kolkata', '2030-02-01T07:00:00.000+05:30'],
  ])('in %s is %s', (zone, text) => {
    expect(localIso(zone, new Date('2030-02-01T01:30:00Z'))).toBe(text);
  });

  it('tells apart the two hours of a night in which clocks are set back', () => {
    const at = (moment: string) => localIso('America/New_York', new Date(moment));
    expect([at('2026-11-01T05:30:00.007Z'), at('2026-11-01T06:30:00.007Z')]).toEqual([
      '2026-11-01T01:30:00.007-04:00',
      '2026-11-01T01:30:00.007-05:00',
    ]);
  });
});

it.each([
  ['America/Bogota', true],
  ['america/bogota', true],
  ['UTC', true],
  ['-03:00', false],
  ['+0300', false],
  ['Nowhere/City', false],
  ['', false],
  ['America/Bogota\0', false],
])('isTimeZone(%j) is %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

it.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2030-01-01', -1, '2029-12-31'],
])('addDays(%s, %i) is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
