import { ConfigError, type Config } from '@app/platform';
import { Providers, RailsModule, type Provider } from '@app/rails';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { DLOCAL } from './dlocal/dlocal-wire';
import { DlocalModule } from './dlocal/dlocal.module';
import { DlocalProvider } from './dlocal/dlocal.provider';
import { SandboxModule } from './sandbox/sandbox.module';
import { SANDBOX, SandboxProvider } from './sandbox/sandbox.provider';
import { STRIPE } from './stripe/stripe-wire';
import { StripeModule } from './stripe/stripe.module';
import { StripeProvider } from './stripe/stripe.provider';
import { WOOVI } from './woovi/woovi-wire';
import { WooviModule } from './woovi/woovi.module';
import { WooviProvider } from './woovi/woovi.provider';

/** Every provider that can be configured: its module, and the class that the module provides for the registry. */
const KNOWN: Readonly<Record<string, { module: Type; provider: Type<Provider> }>> = {
  [SANDBOX]: { module: SandboxModule, provider: SandboxProvider },
  [STRIPE]: { module: StripeModule, provider: StripeProvider },
  [DLOCAL]: { module: DlocalModule, provider: DlocalProvider },
  [WOOVI]: { module: WooviModule, provider: WooviProvider },
};

export const PROVIDER_NAMES: readonly string[] = Object.keys(KNOWN);

const REGISTERED = Symbol('registered providers');

/** Registers the providers that `PROVIDERS` names. */
@Module({})
export class ProvidersModule {
  /** Throws a `ConfigError` that names an unknown provider. */
  static forRoot({ providers }: Pick<Config, 'providers'>): DynamicModule {
    const configured = providers.map((name) => {
      const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
      if (known) return known;
      throw ConfigError.of('PROVIDERS', `names ${name}, which is none of ${PROVIDER_NAMES.join(', ')}`);
    });
    return {
      module: ProvidersModule,
      imports: [RailsModule, ...configured.map(({ module }) => module)],
      providers: [
        {
          provide: REGISTERED,
          inject: [Providers, ...configured.map(({ provider }) => provider)],
          useFactory: (registry: Providers, ...each: Provider[]) => {
            for (const provider of each) registry.register(provider);
          },
        },
      ],
    };
  }
}
