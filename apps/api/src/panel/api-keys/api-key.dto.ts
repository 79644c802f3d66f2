import {
  DEFAULT_RATE_LIMIT,
  KEY_PERMISSIONS,
  MAX_RATE_LIMIT,
  normalizedOrigin,
  visiblePrefix,
  type Account,
  type KeyChanges,
  type KeySettings,
  type ManagedKey,
} from '@app/accounts';
import { parseDate } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ChoicesField, FlagField, TextField } from '../../http/fields';
import {
  ChoicesProperty,
  FlagProperty,
  ObjectProperty,
  TextProperty,
  TextsProperty,
  TimeProperty,
  UuidProperty,
  WholeProperty,
  type PropertyOptions,
} from '../../http/properties';
import { Rule } from '../../http/rule';

const MAX_NAME_LENGTH = 100;
const MAX_ORIGINS = 100;
const OMITTABLE = { optional: true, nullable: true };

const NAME = { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'Shop' };
const NAME_TEXT = 'What distinguishes it from other keys.';
const PERMISSIONS_TEXT = 'What the key may do; `*` is everything.';
const PERMISSIONS = { example: ['payment_links:create', 'payment_links:read'] };
const ORIGINS_TEXT = 'Origins as browsers send them, or `*`. Empty: the origin is not checked.';
const LIMIT_TEXT = 'Requests per minute.';
const LIMIT = { minimum: 1, maximum: MAX_RATE_LIMIT };
const EXPIRY_TEXT = 'When it stops working; null for never.';
const ACTIVE_TEXT = 'Whether requests with it are accepted.';

@ApiSchema({ name: 'NewApiKey' })
export class NewApiKeyDto {
  @TextField(NAME_TEXT, NAME)
  name!: string;

  @ChoicesField(PERMISSIONS_TEXT, KEY_PERMISSIONS, PERMISSIONS)
  permissions!: string[];

  @OriginsField(OMITTABLE)
  allowed_origins?: string[] | null;

  @RateLimitField({ ...OMITTABLE, default: DEFAULT_RATE_LIMIT })
  rate_limit?: number | null;

  @ExpiryField()
  expires_at?: Date | null;
}

/** The settings of a new key, with the defaults of what the request leaves out. */
export function newKeySettings(dto: NewApiKeyDto): KeySettings {
  return {
    name: dto.name,
    permissions: dto.permissions,
    allowedOrigins: dto.allowed_origins ?? [],
    rateLimit: dto.rate_limit ?? DEFAULT_RATE_LIMIT,
    expiresAt: dto.expires_at ?? null,
  };
}

@ApiSchema({ name: 'ApiKeyChanges' })
export class ApiKeyChangesDto {
  @TextField(NAME_TEXT, { ...NAME, optional: true, example: undefined })
  name?: string;

  @ChoicesField(PERMISSIONS_TEXT, KEY_PERMISSIONS, { optional: true })
  permissions?: string[];

  @OriginsField({ optional: true })
  allowed_origins?: string[];

  @RateLimitField({ optional: true, example: 600 })
  rate_limit?: number;

  @ExpiryField()
  expires_at?: Date | null;

  @FlagField(ACTIVE_TEXT, { optional: true })
  is_active?: boolean;

  @NeverField('The environment of a key never changes.')
  environment?: never;
}

/** The changes that were sent, without those that were not. */
export function keyChanges(dto: ApiKeyChangesDto): KeyChanges {
  const changes = {
    name: dto.name,
    permissions: dto.permissions,
    allowedOrigins: dto.allowed_origins,
    rateLimit: dto.rate_limit,
    expiresAt: dto.expires_at,
    isActive: dto.is_active,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

const OWNER_TEXT = 'The user to whom the key belongs, also after the user was deleted; null when there is none.';
const OWNER = { id: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01', email: 'owner@example.com', is_active: true };

@ApiSchema({ name: 'ApiKeyOwner' })
export class ApiKeyOwnerDto {
  @UuidProperty('The user.', { example: OWNER.id })
  id!: string;

  @TextProperty('The e-mail address of the user.', { example: OWNER.email })
  email!: string;

  @FlagProperty('Whether the user can sign in. False for a user who was deactivated or deleted.', {
    example: OWNER.is_active,
  })
  is_active!: boolean;
}

@ApiSchema({ name: 'ApiKey' })
export class ApiKeyDto {
  @UuidProperty('The key.', { example: '01a1fbd3-7f20-7c44-8d15-6a9b0c1d2e3f' })
  id!: string;

  @TextProperty(NAME_TEXT, { example: NAME.example })
  name!: string;

  @TextProperty('The part of the key that is not secret.', { example: 'pay_demostore_live' })
  prefix!: string;

  @ChoicesProperty(PERMISSIONS_TEXT, KEY_PERMISSIONS, PERMISSIONS)
  permissions!: readonly string[];

  @TextsProperty(ORIGINS_TEXT, { example: [] })
  allowed_origins!: readonly string[];

  @WholeProperty(LIMIT_TEXT, { ...LIMIT, example: DEFAULT_RATE_LIMIT })
  rate_limit!: number;

  @TimeProperty(EXPIRY_TEXT, { nullable: true, example: null })
  expires_at!: Date | null;

  @FlagProperty(ACTIVE_TEXT, { example: true })
  is_active!: boolean;

  @TimeProperty('When it was created.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  @TimeProperty('When it was last used; written with a short delay.', {
    nullable: true,
    example: '2026-11-21T02:03:44.870Z',
  })
  last_used_at!: Date | null;

  @TextProperty('The last four characters of the key; null for a key that was created before they were kept.', {
    nullable: true,
    example: 'lMmN',
  })
  last_four!: string | null;

  @ObjectProperty(OWNER_TEXT, ApiKeyOwnerDto, { nullable: true, example: OWNER })
  owner!: ApiKeyOwnerDto | null;

  static of({ slug }: Account, key: ManagedKey): ApiKeyDto {
    return {
      id: key.id,
      name: key.name,
      prefix: visiblePrefix(slug, key.environment),
      permissions: key.permissions,
      allowed_origins: key.allowedOrigins,
      rate_limit: key.rateLimit,
      expires_at: key.expiresAt,
      is_active: key.isActive,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      last_four: key.lastFour,
      owner: key.owner && { id: key.owner.id, email: key.owner.email, is_active: key.owner.isActive },
    };
  }
}

@ApiSchema({ name: 'CreatedApiKey' })
export class CreatedApiKeyDto extends ApiKeyDto {
  @TextProperty('The complete key. It is shown only now, and null in the response of a repeated call.', {
    nullable: true,
    example: 'pay_demostore_live_B1geuJCVBj0kQ2rXs5tYw8zAaCcDdEeFfGgHhIiJjKkLlMmN',
  })
  api_key!: string | null;

  static created(account: Account, key: ManagedKey, apiKey: string | null): CreatedApiKeyDto {
    const { id, name, prefix, ...rest } = ApiKeyDto.of(account, key);
    return { id, name, prefix, api_key: apiKey, ...rest };
  }
}

/** The DTO has each origin once, as browsers send it. */
function OriginsField(options: PropertyOptions): PropertyDecorator {
  return applyDecorators(
    TextsProperty(ORIGINS_TEXT, { maxItems: MAX_ORIGINS, ...options }),
    Transform(({ value }: { value: unknown }) => originsOf(value) ?? value),
    Rule(
      (value, field) =>
        originsOf(value) !== undefined
          ? undefined
          : `The ${field} must be a list of at most ${MAX_ORIGINS} origins such as https://shop.example, each with its whole host, or * alone for all.`,
      options,
    ),
  );
}

function originsOf(list: unknown): string[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_ORIGINS) return undefined;
  const origins = list.map(normalizedOrigin);
  return origins.includes(undefined) ? undefined : [...new Set(origins as string[])];
}

function RateLimitField(options: PropertyOptions): PropertyDecorator {
  return applyDecorators(
    WholeProperty(LIMIT_TEXT, { ...LIMIT, ...options }),
    Rule(
      (value, field) =>
        typeof value === 'number' && Number.isInteger(value) && value >= LIMIT.minimum && value <= LIMIT.maximum
          ? undefined
          : `The ${field} must be a whole number from ${LIMIT.minimum} to ${LIMIT.maximum}.`,
      options,
    ),
  );
}

/** A day or a time with its offset; null means never. */
function ExpiryField(): PropertyDecorator {
  return applyDecorators(
    TimeProperty(EXPIRY_TEXT, OMITTABLE),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseDate(value) ?? value) : value)),
    Rule(
      (value, field) => (value instanceof Date ? undefined : `The ${field} must be null or an ISO 8601 date.`),
      OMITTABLE,
    ),
  );
}

/** A field that a request must not have. */
function NeverField(reason: string): PropertyDecorator {
  return applyDecorators(
    ApiHideProperty(),
    Rule(() => reason, { optional: true }),
  );
}
