/** The deadline by this device's clock, which may differ from the service's: `servedAt` is the time of the response. */
export function localDeadline(expiresAt: string, servedAt: string | null, now: number): number {
  const served = servedAt === null ? NaN : Date.parse(servedAt);
  return Number.isNaN(served) ? Date.parse(expiresAt) : now + Date.parse(expiresAt) - served;
}
