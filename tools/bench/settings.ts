/** A positive number from the environment, used to shorten trial runs. */
export function settingOf(name: string, defaultValue: number): number {
  const text = process.env[name];
  if (!text) return defaultValue;
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new Error(`${name} must be a positive number`);
  return value;
}
