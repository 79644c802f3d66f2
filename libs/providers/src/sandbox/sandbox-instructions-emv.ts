import type { Money, PayerCurrency } from '@app/kernel';

/**
 * The data objects of a merchant-presented QR, by their two-digit ids (EMVCo QR Code Specification for Payment Systems).
 * Nested ones are templates.
 */
export interface EmvObjects {
  readonly [id: string]: string | EmvObjects;
}

/** ISO 4217 numbers of the currencies that are paid by QR; null for the others that payers pay in. */
const NUMERIC: Readonly<Record<PayerCurrency, string | null>> = {
  ARS: '032',
  BOB: '068',
  BRL: '986',
  CLP: null,
  COP: null,
  MXN: null,
  USD: null,
};

const CRC_ID = '63';
const MAX_LENGTH = 99;

export interface EmvPayment {
  /** Where the money goes: the scheme's own templates, by id between 26 and 51. */
  accounts: EmvObjects;
  amount: Money;
  country: string;
  city: string;
  merchant: string;
  /** Identifies the payment: at most 25 letters and digits. */
  label: string;
}

/** The text behind the QR of a payment of a fixed amount, to be scanned once, with its checksum at the end. */
export function emvPayload({ accounts, amount, country, city, merchant, label }: EmvPayment): string {
  const currency = NUMERIC[amount.currency as PayerCurrency];
  if (!currency) throw new RangeError(`no QR is drawn for ${amount.currency}`);
  const objects: EmvObjects = {
    '00': '01',
    '01': '12',
    ...accounts,
    '52': '0000',
    '53': currency,
    '54': amount.toFixed(),
    '58': country,
    '59': plainText(merchant, 25),
    '60': plainText(city, 15),
    '62': { '05': label },
  };
  const body = `${encode(objects)}${CRC_ID}04`;
  return `${body}${crc16(body)}`;
}

/** Letters and digits of a reference, the last 25 of them: the end of an id distinguishes it from its neighbours. */
export function labelOf(reference: string): string {
  return reference.replaceAll(/[^A-Za-z0-9]/g, '').slice(-25);
}

/** Text reduced to what every QR reader accepts: no accents, only basic punctuation, bounded length. */
export function plainText(text: string, maxLength: number): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 .,:/+-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF, not reflected) of the ASCII text, as four hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Id, length in two digits, value. Sorted here, since an object would list ids without a leading zero first. */
function encode(objects: EmvObjects): string {
  return Object.keys(objects)
    .sort()
    .map((id) => {
      const value = objects[id] as string | EmvObjects;
      const text = typeof value === 'string' ? value : encode(value);
      if (text.length > MAX_LENGTH) throw new RangeError(`data object ${id} is longer than ${MAX_LENGTH} characters`);
      return text === '' ? '' : `${id}${String(text.length).padStart(2, '0')}${text}`;
    })
    .join('');
}
