import { html } from '../view/html';
import type { Texts } from './texts';

export const en: Texts = {
  language: 'en',
  locale: 'en-GB',
  name: 'English',
  chooseLanguage: 'Language',
  sandbox:
    'This is a test page: no real money moves. Names such as “Sandbox Collections”, accounts and codes are invented. Do not send real money to them.',
  preview: (merchant, amount, description) => `${amount} to ${merchant}: ${description}`,
  previewOfNotice: 'Secure payment page.',
  reference: 'Reference',

  payTo: 'Payment to',
  youPay: 'You pay',
  amount: 'Amount',
  paidAmount: 'Amount paid',
  equivalentTo: (amount) => `Equivalent to ${amount}. The exchange rate is fixed when you continue.`,
  fee: 'Payment fee',
  total: 'Total',
  dependsOnMethod: 'What you pay depends on the payment method.',

  choose: {
    title: (merchant) => `Pay ${merchant}`,
    heading: 'How would you like to pay?',
    timeToPay: (span) => `${span} to pay`,
    withFee: (amount, fee) => `${amount} + ${fee} payment fee`,
    bank: 'Your bank',
    noBank: 'Choose your bank',
    details: 'Your details',
    keepDetails: 'Leave a field empty to keep what you entered before.',
    optional: 'optional',
    name: 'Name',
    email: 'E-mail',
    emailHint: 'We will send your receipt here.',
    document: 'Identity document',
    documentType: 'Document type',
    noDocumentType: 'Choose the type',
    phone: 'Mobile phone',
    whyDetails: 'The payment company requires these details, to know who pays.',
    submit: 'Continue',
    keepCurrent: 'Go back to the payment instructions',
    nothing: {
      heading: 'No payment method is available',
      text: 'This payment cannot be made here yet. Please contact the person who sent you this page.',
    },
  },

  errors: {
    summary: 'Please check the fields marked below.',
    method: 'Choose how you would like to pay.',
    methodUnavailable: 'This method is not available for this payment. Choose another one.',
    amountDeclined: 'This method does not take this amount. Choose another one, or contact the shop.',
    bank: 'Choose the bank that you pay from.',
    required: {
      name: 'Enter your name.',
      email: 'Enter your e-mail address.',
      document: 'Enter the number of your document.',
      phone: 'Enter your phone number.',
    },
    documentType: 'Choose the type of your document.',
    document: 'Check the number: it is not one of this type.',
    phone: 'Enter the number with its area code, such as +55 11 91234-5678.',
    tooLong: (max) => `Use at most ${max} characters.`,
    unreadable: 'This contains characters that cannot be used.',
    email: 'Enter an address like name@example.com.',
    declined: 'The payment company declined this payment. Check your details, or choose another method.',
    notAccepted: 'The payment company does not accept this. Check it.',
  },

  pay: {
    heading: (method) => `Pay with ${method}`,
    payBefore: 'Pay before',
    left: (span) => `${span} left`,
    amount: 'Exact amount',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: now copy it',
    scan: 'Scan it with your bank or wallet app, or copy the code and paste it there.',
    qrLabel: 'QR code of this payment',
    open: 'Continue at your bank',
    opening: 'Your bank’s page is opening',
    waiting: 'We are waiting for your bank',
    updates: 'This page updates as soon as your payment arrives.',
    check: 'Check if it has arrived',
    another: 'Choose another method',
  },

  declined: {
    debit: 'Your bank declined the last debit. You were not charged. Choose how you would like to pay.',
    payment: 'Your last payment was declined, and nothing was charged. Choose how you would like to pay.',
  },

  debit: {
    heading: 'Authorise the bank debit',
    intro: 'Your account in the United States is debited once. Nothing happens until you authorise it below.',
    account: 'Bank account',
    holder: 'Account holder',
    holderType: 'Account holder is',
    holderTypes: { individual: 'A person', company: 'A company' },
    emailHint: 'For messages about this debit.',
    routingNumber: 'Routing number',
    routingNumberHint: 'Nine digits, also called ABA number.',
    accountNumber: 'Account number',
    accountNumberHint: 'We pass it on to the bank and do not keep it.',
    accountType: 'Account type',
    types: { checking: 'Checking', savings: 'Savings' },
    mandateHeading: 'What you authorise',
    mandate: ({ merchant, amount, date }) => [
      html`On ${date} I authorise ${merchant} to debit ${amount}, once, from the bank account stated above. I am entitled to authorise debits from it.`,
      html`The debit takes one to three business days to settle.`,
      html`I can revoke this authorisation by contacting ${merchant} before the debit has been submitted to my bank.`,
    ],
    consent: 'I have read this and authorise the debit.',
    submit: (amount) => `Authorise ${amount}`,
    back: 'Go back without authorising',
    keepCurrent: 'Go back to the authorisation',
    problems: {
      name: 'Enter the name of the account’s holder, with at most 100 characters.',
      email: 'Enter your e-mail address, such as name@example.com.',
      account_holder_type: 'Choose whether the account belongs to a person or a company.',
      routing_number: 'Enter the nine digits of the routing number. At least one is wrong or missing.',
      account_number: 'Enter the account number: 4 to 17 digits.',
      account_type: 'Choose the type of the account.',
      consent: 'Without your authorisation we cannot debit the account.',
    },
    accountDeclined: 'This account cannot be debited. You were not charged. Check the numbers, or use another account.',
    debited: 'Bank account',
    endingIn: (digits) => `ending in ${digits}`,
  },

  simulate: {
    buttons: {
      pay: 'Simulate the payment',
      debit_confirm: 'Simulate the authorisation',
      debit_submit: 'Simulate: debit submitted',
      debit_settle: 'Simulate: debit settled',
      debit_refuse: 'Simulate: debit declined',
      debit_return: 'Simulate: debit returned',
    },
    asPayer: 'Acts as if you had just done it.',
    asBank: 'Acts as if the bank had done it.',
  },

  arrived: {
    sentence: (received, { of, due } = {}) => {
      if (of) return `We received ${received} of ${of}; the shop is looking at it.`;
      return `We received ${received}${due ? `; ${due} was due` : ''}. The shop is looking at it.`;
    },
    more: (received) => `We also received ${received} in addition. The shop is looking at it.`,
    label: 'Received',
    states: { open: 'being checked', credited: 'credited to the shop', refunded: 'sent back', returned: 'returned' },
    due: 'Original amount',
  },
  received: {
    heading: 'Your payment has arrived and is being checked',
    text: 'It will be credited or sent back. Please do not pay again. If you have a question, or still owe a part, contact the shop.',
  },
  creditedLater: {
    heading: 'Your payment was credited',
    text: 'The shop has received your payment. There is nothing else you need to do.',
  },
  sentBack: {
    heading: 'Your payment is sent back',
    text: 'The shop could not accept it. Contact the shop if you still want to pay, or if the money does not reach you.',
  },
  backToShop: (merchant) => `Back to ${merchant}`,
  saveReceipt: 'Save receipt',

  paid: {
    heading: 'Payment received',
    text: 'Thank you. There is nothing else you need to do.',
    method: 'Paid with',
    date: 'Date',
    receipt: 'Your receipt is on its way to the e-mail address you gave.',
    noReceipt: 'Keep the reference: it identifies your payment.',
  },
  expired: {
    heading: 'The time to pay has run out',
    text: 'Please do not pay with the old instructions: ask for a new payment page. If you have paid already, your payment is not lost and will be shown here.',
  },
  cancelled: {
    heading: 'This payment was cancelled',
    text: 'This page can no longer be used to pay, and no payment has arrived. If you have paid already, your payment is not lost: it will be shown here.',
  },
  processing: {
    heading: 'Your payment is being processed',
    text: 'We have your confirmation. Bank debits take one to three business days. There is nothing else you need to do.',
  },
  verification: {
    heading: 'Verify your bank account',
    text: 'To confirm that the account is yours, small deposits are sent to it. When they have arrived, open the page below and enter what your bank shows of them. The debit is made only after that.',
    open: 'Verify the account',
  },
  inTransit: {
    heading: 'Your payment is on its way',
    text: 'Your bank is carrying out the debit. It takes one to three business days. There is nothing else you need to do.',
  },
  returned: {
    heading: 'This payment was returned',
    text: 'Your bank returned the debit. Please contact the merchant to arrange another way to pay.',
  },

  notFound: {
    heading: 'We cannot find this payment',
    text: 'Check that you opened the complete address, or ask the person who sent it to you for a new one.',
  },
  nothingHere: {
    heading: 'There is no page here',
    text: 'To pay, open the complete address of the payment page that you were sent.',
  },
  unavailable: {
    heading: 'Payment methods are unavailable at the moment',
    text: 'We cannot calculate the exact amount right now. If you have paid already, do not pay again. Please try again in a few minutes.',
  },
  banksUnavailable: {
    heading: 'The list of banks is unavailable at the moment',
    text: 'We cannot get the banks that you can pay from. Nothing was charged. Please try again in a few minutes.',
  },
  rejected: {
    heading: 'This form could not be accepted',
    text: 'It was not sent from this page, or could not be read. If you have paid already, do not pay again. Please start again.',
  },
  tooMany: {
    heading: 'Too many requests',
    text: 'Please wait a minute and try again.',
  },
  tooManyOrders: {
    heading: 'This payment was started too often',
    text: 'Pay with the instructions that you have already, or try again in an hour. If you have paid already, do not pay again: your payment is not lost.',
  },
  amountDeclined: {
    heading: 'This amount cannot be paid this way',
    text: 'The payment company does not take this amount. You were not charged. Please contact the shop.',
  },
  failed: {
    heading: 'Something went wrong on our side',
    text: 'Please try again in a moment. If you have paid already, do not pay again: your payment is not lost.',
  },
  again: 'Try again',

  labels: {
    account_holder: 'Account holder',
    account_number: 'Account number',
    account_verification: 'Account verification',
    alias: 'Alias',
    bank: 'Bank',
    bank_page: 'Bank page',
    beneficiary: 'Beneficiary',
    beneficiary_document: 'Beneficiary’s document',
    card_page: 'Card page',
    cbu: 'CBU',
    clabe: 'CLABE',
    concept: 'Concept',
    cvu: 'CVU',
    deposits_expected: 'Deposits expected by',
    pix_code: 'Pix code',
    qr_code: 'QR code',
    reference: 'Reference',
    reference_number: 'Reference number',
  },
  simulated: {
    account_verification:
      'In the sandbox there is no page for the verification: simulate that the debit was submitted.',
    bank_page: 'In the sandbox there is no bank page to visit: the payment is confirmed by simulating it.',
    card_page: 'In the sandbox there is no card page to visit: the payment is confirmed by simulating it.',
  },
};
