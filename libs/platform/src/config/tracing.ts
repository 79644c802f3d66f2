import { baseUrl } from './addresses';
import type { EnvReader } from './env-reader';

/** Reads the variables of OpenTelemetry, under the names and in the forms of its specification. */
export function readTracing(env: EnvReader) {
  return {
    tracesEndpoint: env.readOptional('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl),
    tracesHeaders: env.read('OTEL_EXPORTER_OTLP_HEADERS', '', headerList),
    tracesRatio: env.read('OTEL_TRACES_SAMPLER_ARG', '1', ratio),
  };
}

/** `name=value,name=value`; values may be percent-encoded. */
function headerList(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  return Object.fromEntries(text.split(',').map(header));
}

function header(text: string): [string, string] {
  const [, name, value] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*([!-~]+)\s*$/.exec(text) ?? [];
  const decoded = value === undefined ? undefined : decode(value);
  if (name === undefined || decoded === undefined)
    throw new RangeError('must be headers such as name=value,name=value');
  return [name, decoded];
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function ratio(text: string): number {
  const value = /^[01](\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
  if (!(value >= 0 && value <= 1)) throw new RangeError('must be a number from 0 to 1, such as 0.1');
  return value;
}
