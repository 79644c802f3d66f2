import type { EventName, WebhookEvent } from '../events';
import type * as sdk from '../types';
import type { components } from './api';

/** The requests and responses of each operation and event of the API. */
type Api = components['schemas'];

/**
 * What `Other` has to be to fit into `Type` with the same fields, optional ones included. Where it does not, the
 * compiler names the field.
 */
type Like<Type, Other> = Type &
  Record<Exclude<keyof Other, keyof Type>, never> &
  Record<Exclude<keyof Type, keyof Other>, unknown>;

/** The API takes every value that users can send with the SDK, and the SDK offers every field that the API knows. */
type Request<Operation extends RequestName, Sdk extends Like<Api[Operation], Sdk>> = Sdk;
type RequestName = Extract<keyof Api, `${string}.request`>;

/** Everything that the API responds with is a value of the SDK's type, and has the same fields. */
type ResponseOf<Sdk, Sent extends Like<Sdk, Sent>> = Sent;
type To<Operation extends string> = Mutable<Api[Extract<keyof Api, `${Operation}.response`>]>;
type Of<Event extends EventName> = Api[Event]['data'];

/** Generated arrays are readonly, so that they accept readonly ones; those that users get need not be. */
type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] extends readonly (infer Item)[] ? Item[] : Type[Key] };

/** The SDK knows each of the API's texts, and no others. */
type Texts<Some extends string, Same extends Some> = [Some, Same];
/** The texts that a type names, without the `string & {}` that leaves room for later ones. */
type Named<Text> = Text extends string ? (string extends Text ? never : Text) : never;
type Status = Api['readPaymentLink.response']['status'];
type Currency = Api['createPaymentLink.request']['currency'];
type AmountType = NonNullable<Api['createPaymentLink.request']['amount_type']>;
type Event = NonNullable<Api['createWebhookEndpoint.request']['events']>[number];

/** Compiles while the SDK's own types are those of the API. */
export type Contract = [
  Request<'createPaymentLink.request', sdk.CreatePaymentLink>,
  ResponseOf<sdk.CreatedPaymentLink, To<'createPaymentLink'>>,
  ResponseOf<sdk.PaymentLink, To<'readPaymentLink'>>,
  ResponseOf<sdk.CancelledPaymentLink, To<'cancelPaymentLink'>>,

  Request<'createCardPaymentLink.request', sdk.CreatePaymentLink>,
  ResponseOf<sdk.CreatedPaymentLink, To<'createCardPaymentLink'>>,
  ResponseOf<sdk.CardPaymentLink, To<'readCardPaymentLink'>>,
  ResponseOf<sdk.CancelledPaymentLink, To<'cancelCardPaymentLink'>>,

  ResponseOf<sdk.PaymentMethod, To<'listPaymentMethods'>[number]>,
  ResponseOf<sdk.Wallet, To<'listWallets'>[number]>,
  Request<'quoteConversion.request', sdk.QuoteConversion>,
  ResponseOf<sdk.ConversionQuote, To<'quoteConversion'>>,
  Request<'readExchangeRate.request', sdk.GetConversionRate>,
  ResponseOf<sdk.ConversionRate, To<'readExchangeRate'>>,

  Request<'createWebhookEndpoint.request', sdk.CreateWebhookEndpoint>,
  ResponseOf<sdk.CreatedWebhookEndpoint, To<'createWebhookEndpoint'>>,
  ResponseOf<sdk.WebhookEndpoint, Mutable<To<'listWebhookEndpoints'>[number]>>,
  ResponseOf<sdk.WebhookEndpoint, To<'readWebhookEndpoint'>>,
  Request<'updateWebhookEndpoint.request', sdk.UpdateWebhookEndpoint>,
  ResponseOf<sdk.WebhookEndpoint, To<'updateWebhookEndpoint'>>,
  ResponseOf<sdk.DeletedWebhookEndpoint, To<'deleteWebhookEndpoint'>>,
  ResponseOf<sdk.RotatedSecret, To<'rotateWebhookSecret'>>,

  Each<{
    'payment.completed': ResponseOf<Data<'payment.completed'>, Of<'payment.completed'>>;
    'payment.returned': ResponseOf<Data<'payment.returned'>, Of<'payment.returned'>>;
    'payment_link.cancelled': ResponseOf<Data<'payment_link.cancelled'>, Of<'payment_link.cancelled'>>;
    'payment_link.expired': ResponseOf<Data<'payment_link.expired'>, Of<'payment_link.expired'>>;
    'payout.completed': ResponseOf<Data<'payout.completed'>, Of<'payout.completed'>>;
    'payout.failed': ResponseOf<Data<'payout.failed'>, Of<'payout.failed'>>;
  }>,

  Texts<Status, Named<sdk.PaymentLinkStatus>>,
  Texts<Named<sdk.PaymentLinkStatus>, Status>,
  Texts<Currency, sdk.PayerCurrency>,
  Texts<sdk.PayerCurrency, Currency>,
  Texts<AmountType, sdk.AmountType>,
  Texts<sdk.AmountType, AmountType>,
  Texts<Event, EventName>,
  Texts<EventName, Event>,
];

/** A row for every event. */
type Each<Rows extends Record<EventName, unknown>> = Rows;
type Data<Name extends EventName> = Extract<WebhookEvent, { event: Name }>['data'];
