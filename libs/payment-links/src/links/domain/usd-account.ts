/** The kind of a provider's object that belongs to a USD wallet: its bank account. */
export const USD_ACCOUNT = 'usd_account';
