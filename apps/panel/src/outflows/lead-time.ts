type LeadTimeUnit = 'm' | 'h' | 'd';

interface LeadTime {
  count: number;
  unit: LeadTimeUnit;
}

const MS: Readonly<Record<LeadTimeUnit, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The parts of a route's lead time, such as `4h`. Undefined for an unknown form. */
export function parseLeadTime(text: string): LeadTime | undefined {
  const [, count, unit] = /^(\d{1,3})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), unit: unit as LeadTimeUnit };
}

/** The expected time of arrival, in ISO 8601. Undefined for an unknown lead time. */
export function arrivalAfter(orderedAt: string, leadTime: string): string | undefined {
  const parsed = parseLeadTime(leadTime);
  if (!parsed) return undefined;
  return new Date(Date.parse(orderedAt) + parsed.count * MS[parsed.unit]).toISOString();
}
