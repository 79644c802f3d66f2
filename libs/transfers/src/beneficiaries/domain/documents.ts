import { parseCc, parseCnpj, parseCpf, parseCuit, parseDni, parseNit, parseRut, plainCode } from '@app/banking';
import type { Problems } from '@app/kernel';
import { isBankCountry, type BankCountry, type IdentityDocument } from './destination';

export const MAX_DOCUMENT_TYPE = 20;
export const MAX_DOCUMENT_NUMBER = 40;

type Parser = (number: string) => string | undefined;

/** The documents whose number can be checked, by the country that issues them. */
const PARSERS: Readonly<Record<BankCountry, Readonly<Record<string, Parser>>>> = {
  AR: { cuit: parseCuit, cuil: parseCuit, dni: parseDni },
  BO: {},
  BR: { cpf: parseCpf, cnpj: parseCnpj },
  CL: { rut: parseRut },
  CO: { nit: parseNit, cc: parseCc },
  MX: {},
  US: {},
};

/** How to write numbers of which people leave the check digit out. */
const EXAMPLES: Readonly<Record<string, string>> = { nit: '890903938-8', rut: '12345678-5' };

/** The countries whose banks take no other document. */
const ONLY: ReadonlySet<BankCountry> = new Set(['CL', 'CO']);

/**
 * The document with its type in lower case and its number normalised, or undefined and problems that name
 * `document.<field>`. A number is checked by the rules of the bank's country, or else of the holder's own.
 */
export function parseDocument(
  problems: Problems,
  { bankCountry, country }: { bankCountry: BankCountry; country: string },
  document: IdentityDocument,
): IdentityDocument | undefined {
  const type = plainCode(document.type).toLowerCase();
  const known = typesOf(bankCountry);
  if (type === '' || [...type].length > MAX_DOCUMENT_TYPE) {
    problems.add('document.type', `The type must have 1 to ${MAX_DOCUMENT_TYPE} characters.`);
    return undefined;
  }
  if (ONLY.has(bankCountry) && !known.includes(type)) {
    problems.add('document.type', `The type must be one of ${known.join(', ')} for a bank in ${bankCountry}.`);
    return undefined;
  }
  const parse = parserOf(bankCountry, type) ?? parserOf(country, type);
  const number = parse ? parse(document.number) : parseAnyNumber(document.number);
  if (number === undefined) {
    problems.add('document.number', `The number must ${parse ? validNumber(type) : ANY_NUMBER}.`);
    return undefined;
  }
  return { type, number };
}

const ANY_NUMBER = `have 1 to ${MAX_DOCUMENT_NUMBER} characters`;

function validNumber(type: string): string {
  const example = EXAMPLES[type];
  return example === undefined ? `be a valid ${type}` : `be a valid ${type} with its check digit, such as ${example}`;
}

function typesOf(country: string): readonly string[] {
  return isBankCountry(country) ? Object.keys(PARSERS[country]) : [];
}

function parserOf(country: string, type: string): Parser | undefined {
  return isBankCountry(country) && Object.hasOwn(PARSERS[country], type) ? PARSERS[country][type] : undefined;
}

function parseAnyNumber(text: string): string | undefined {
  const number = plainCode(text).normalize('NFC');
  return number !== '' && [...number].length <= MAX_DOCUMENT_NUMBER ? number : undefined;
}
