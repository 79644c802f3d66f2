/** A positive number from the environment, for a run that is shorter than the one whose figures count. */
export function settingOf(name: string, otherwise: number): number {
  const text = process.env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new Error(`${name} must be a positive number`);
  return value;
}
