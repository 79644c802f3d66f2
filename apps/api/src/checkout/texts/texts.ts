import type { PayerField } from '@app/rails';
import type { ArrivedPayment, DebitAccount, InstructionLabel, PayerLanguage } from '@app/payment-links';
import type { SimulatedEvent } from '../../sandbox/simulation.dto';
import type { Html } from '../view/html';

export type Language = PayerLanguage;

/** The fields of the form that authorises a debit, in the order of the page. */
export const DEBIT_FIELDS = [
  'name',
  'email',
  'account_holder_type',
  'routing_number',
  'account_number',
  'account_type',
  'consent',
] as const;

export type DebitField = (typeof DEBIT_FIELDS)[number];

/** Names the wording of `debit.mandate`; changes with it. */
export const MANDATE_VERSION = '2026-11';

/** The pages that the sandbox does not have. */
export type SimulatedPage = Extract<InstructionLabel, 'account_verification' | 'bank_page' | 'card_page'>;

/** A heading and a sentence. */
export interface Notice {
  heading: string;
  text: string;
}

/** The events that the sandbox's buttons simulate. */
export type OfferedEvent = Exclude<SimulatedEvent, 'lapse' | 'refund' | 'dispute' | 'dispute_win'>;

/** The merchant, amount and date of a debit authorisation, as inline markup. */
export interface Mandate {
  merchant: Html;
  amount: Html;
  date: Html;
}

/** What was declined last: a debit that the payer had confirmed, or a payment by another method. */
export type Declined = 'debit' | 'payment';

/** All texts of the checkout in one language. */
export interface Texts {
  language: Language;
  /** The BCP 47 tag of the page and its dates. */
  locale: string;
  /** The language in its own words. */
  name: string;
  chooseLanguage: string;
  sandbox: string;
  /** What a message with the page's address shows of it. */
  preview: (merchant: string, amount: string, description: string) => string;
  previewOfNotice: string;
  reference: string;

  payTo: string;
  youPay: string;
  amount: string;
  paidAmount: string;
  equivalentTo: (amount: string) => string;
  fee: string;
  total: string;
  dependsOnMethod: string;

  choose: {
    title: (merchant: string) => string;
    heading: string;
    timeToPay: (span: string) => string;
    withFee: (amount: string, fee: string) => string;
    bank: string;
    noBank: string;
    details: string;
    keepDetails: string;
    optional: string;
    name: string;
    email: string;
    emailHint: string;
    document: string;
    documentType: string;
    noDocumentType: string;
    phone: string;
    /** Why required details are asked for. */
    whyDetails: string;
    submit: string;
    keepCurrent: string;
    nothing: Notice;
  };

  errors: {
    summary: string;
    method: string;
    methodUnavailable: string;
    /** The provider of the method does not take the amount. */
    amountDeclined: string;
    bank: string;
    /** By the field that the provider requires. */
    required: Readonly<Record<PayerField, string>>;
    documentType: string;
    document: string;
    phone: string;
    tooLong: (max: number) => string;
    unreadable: string;
    email: string;
    /** The provider declined the order. */
    declined: string;
    /** The provider did not accept this field of the order. */
    notAccepted: string;
  };

  pay: {
    heading: (method: string) => string;
    payBefore: string;
    left: (span: string) => string;
    amount: string;
    copy: string;
    copied: string;
    /** Where the browser does not allow copying, the text is selected instead. */
    selected: string;
    scan: string;
    qrLabel: string;
    open: string;
    /** While the bank's page opens. */
    opening: string;
    /** After the payer's return from the bank's page. */
    waiting: string;
    updates: string;
    check: string;
    another: string;
  };

  /** The last order was declined. */
  declined: Readonly<Record<Declined, string>>;

  debit: {
    heading: string;
    intro: string;
    account: string;
    holder: string;
    holderType: string;
    holderTypes: Readonly<Record<DebitAccount['holderType'], string>>;
    emailHint: string;
    routingNumber: string;
    routingNumberHint: string;
    accountNumber: string;
    accountNumberHint: string;
    accountType: string;
    types: Readonly<Record<DebitAccount['type'], string>>;
    mandateHeading: string;
    mandate: (mandate: Mandate) => readonly Html[];
    consent: string;
    submit: (amount: string) => string;
    back: string;
    keepCurrent: string;
    problems: Readonly<Record<DebitField, string>>;
    /** The rail cannot debit this account. */
    accountDeclined: string;
    debited: string;
    endingIn: (digits: string) => string;
  };

  simulate: {
    buttons: Readonly<Record<OfferedEvent, string>>;
    asPayer: string;
    asBank: string;
  };

  /** Money that arrived and did not fit. */
  arrived: {
    /** `of`: what was due, where less of the same currency arrived; `due`: where they differ otherwise. */
    sentence: (received: string, due?: { of?: string; due?: string }) => string;
    /** In addition to the payment that the page shows. */
    more: (received: string) => string;
    label: string;
    states: Readonly<Record<ArrivedPayment['status'], string>>;
    due: string;
  };
  received: Notice;
  creditedLater: Notice;
  sentBack: Notice;
  backToShop: (merchant: string) => string;
  saveReceipt: string;

  paid: Notice & { method: string; date: string; receipt: string; noReceipt: string };
  expired: Notice;
  cancelled: Notice;
  processing: Notice;
  /** A debit whose account the payer has to verify first; `open` leads to the page for that. */
  verification: Notice & { open: string };
  inTransit: Notice;
  returned: Notice;

  notFound: Notice;
  nothingHere: Notice;
  unavailable: Notice;
  banksUnavailable: Notice;
  rejected: Notice;
  tooMany: Notice;
  tooManyOrders: Notice;
  amountDeclined: Notice;
  failed: Notice;
  again: string;

  /** The labels of instructions. */
  labels: Readonly<Record<InstructionLabel, string>>;
  /** What stands in place of a page that the sandbox does not have. */
  simulated: Readonly<Record<SimulatedPage, string>>;
}
