export const CONVERSIONS_EXAMPLES = {
  QuoteRequest: { amount: '100000.00', origin: 'BRL', destination: 'ARS' },
  Quote: {
    origin: 'BRL',
    destination: 'ARS',
    amount_type: 'receive',
    origin_amount: '505.00',
    destination_amount: '100000.00',
    rate: '200',
    conversion_fee: { percentage: '1', amount: '1000.00', currency: 'ARS' },
    quoted_at: '2026-11-21T01:30:19.368Z',
  },
  RateRequest: { origin: 'USD', destination: 'ARS', amount: '12.50' },
  Rate: {
    origin: 'USD',
    destination: 'ARS',
    rate: '1000',
    as_of: '2026-11-21T01:30:19.320Z',
    amount: '12.50',
    converted_amount: '12500.00',
  },
};
