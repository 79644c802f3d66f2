import { PAYMENT_METHODS, CARD } from '@app/payment-links';
import {
  askProvider,
  capabilityName,
  StatusInquiries,
  ProviderRoutes,
  Providers,
  type ListedInquiry,
  type Provider,
  type Route,
} from '@app/rails';
import { BANK_COUNTRIES, currencyOfBank } from '@app/transfers';
import type { Command } from './command';
import { limitFlag, LIMIT_FLAG, tableText } from './listing';

const listProviders: Command = {
  name: 'providers:list',
  summary: 'List the providers, what each can do, and which one serves new orders',
  run: async (app) => {
    const [routes, providers] = [app.get(ProviderRoutes), app.get(Providers)];
    const served = routes.list();
    const names = new Set(served.map(({ capability }) => capabilityName(capability)));
    const notServed = everyCapability().filter((name) => !names.has(name));
    const rows = served.map(({ provider, capability }) => [
      capabilityName(capability),
      provider.name,
      provider.isSimulated ? 'simulated' : 'real',
    ]);
    return {
      json: {
        providers: providers.list().map(providerJson),
        routes: served.map(routeJson),
        not_served: notServed,
      },
      text: `${tableText(['CAPABILITY', 'PROVIDER', 'MONEY'], rows)}\nNot served: ${notServed.join(', ') || 'nothing'}`,
    };
  },
};

const checkProviders: Command = {
  name: 'providers:check',
  summary: 'Make one call to each provider that reads and changes nothing; exit 1 names what failed',
  run: async (app) => {
    const checked = await Promise.all(app.get(Providers).list().map(checkOf));
    const rows = checked.map(({ name, ok, error }) => [name, ok ? 'ok' : 'failed', error ?? '']);
    return {
      json: { providers: checked },
      text: tableText(['PROVIDER', 'CHECK', 'ERROR'], rows),
      failed: checked.some(({ ok }) => !ok),
    };
  },
};

const listInquiries: Command = {
  name: 'looks:list',
  summary: 'List what providers will be asked about, the next first',
  flags: { limit: LIMIT_FLAG },
  run: async (app, _args, flags) => {
    const inquiries = await app.get(StatusInquiries).list(limitFlag(flags));
    const rows = inquiries.map(({ subject, dueAt, attempts, lastError }) => [
      dueAt.toISOString(),
      subject.provider,
      subject.kind,
      subject.reference,
      String(attempts),
      lastError ?? '',
    ]);
    const text = tableText(['DUE', 'PROVIDER', 'KIND', 'REFERENCE', 'ATTEMPTS', 'LAST ERROR'], rows);
    return { json: { looks: inquiries.map(inquiryJson) }, text };
  },
};

export const providerCommands: readonly Command[] = [listProviders, checkProviders, listInquiries];

/** A provider without an outside service has nothing that could fail. */
async function checkOf(provider: Provider): Promise<{ name: string; ok: boolean; error: string | null }> {
  const { name } = provider;
  try {
    await askProvider(async (signal) => provider.check?.(signal));
    return { name, ok: true, error: null };
  } catch (error) {
    return { name, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Everything that a provider could serve. */
function everyCapability(): string[] {
  return [
    ...PAYMENT_METHODS.map(({ code }) => code),
    CARD,
    'usd_account',
    ...BANK_COUNTRIES.map((country) => `${country}/${currencyOfBank(country)}`),
  ];
}

function providerJson({ name, isSimulated, capabilities }: Provider) {
  return { name, simulated: isSimulated, capabilities: capabilities.map(capabilityName) };
}

function routeJson({ provider, capability }: Route) {
  return { capability: capabilityName(capability), kind: capability.kind, provider: provider.name };
}

function inquiryJson({ subject, attempts, dueAt, firstDueAt, lastError }: ListedInquiry) {
  return { ...subject, attempts, due_at: dueAt, planned_at: firstDueAt, last_error: lastError };
}
