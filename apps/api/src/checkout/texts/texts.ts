import type { MethodType } from '../view/methods';

export type Language = 'en' | 'es' | 'pt';

/** A page with nothing but a heading and a sentence. */
export interface Notice {
  heading: string;
  text: string;
}

/** Every word of the checkout in one language. */
export interface Texts {
  language: Language;
  /** BCP 47 tag of the page and of its dates. */
  locale: string;
  sandbox: string;
  reference: string;

  payTo: string;
  youPay: string;
  amount: string;
  paidAmount: string;
  equivalentTo: (amount: string) => string;
  plusFee: (amount: string) => string;
  dependsOnMethod: string;
  /** What a card link is paid with. */
  card: string;

  choose: {
    title: (merchant: string) => string;
    heading: string;
    hints: Readonly<Record<MethodType, string>>;
    timeToPay: (span: string) => string;
    details: string;
    keepDetails: string;
    optional: string;
    name: string;
    email: string;
    emailHint: string;
    document: string;
    submit: string;
    keepCurrent: string;
    nothing: Notice;
  };

  errors: {
    summary: string;
    method: string;
    methodUnavailable: string;
    tooLong: (max: number) => string;
    unreadable: string;
    email: string;
  };

  pay: {
    heading: (method: string) => string;
    payBefore: string;
    left: (span: string) => string;
    amount: string;
    copy: string;
    copied: string;
    scan: string;
    qrLabel: string;
    open: string;
    updates: string;
    check: string;
    another: string;
    simulate: string;
    simulateHint: string;
  };

  paid: Notice & { method: string; date: string; receipt: string; noReceipt: string };
  expired: Notice;
  cancelled: Notice;
  processing: Notice;
  inTransit: Notice;
  returned: Notice;

  notFound: Notice;
  unavailable: Notice;
  refused: Notice;
  tooMany: Notice;
  failed: Notice;
  again: string;

  /** What the sandbox's rail says in English; a rail's words that are not here are shown as they are. */
  rail: Readonly<Record<string, string>>;
}
