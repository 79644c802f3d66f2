import { parseCuit, parseDni } from './argentina';
import { parseCnpj, parseCpf } from './brazil';
import { parseRut } from './chile';
import { parseCc, parseNit } from './colombia';
import { parseCurp, parseRfc } from './mexico-documents';
import { documentCharacters } from './text';

type Parser = (typed: string) => string | undefined;

/** A number without a check digit: only its form can be wrong. */
const matching =
  (form: RegExp): Parser =>
  (typed) => {
    const characters = documentCharacters(typed).toUpperCase();
    return form.test(characters) ? characters : undefined;
  };

/** The identity documents of payers, by the country of the payment method. */
const PAYER_DOCUMENTS: Readonly<Record<string, Readonly<Record<string, Parser>>>> = {
  AR: { dni: parseDni, cuit: parseCuit, cuil: parseCuit },
  BO: { ci: matching(/^\d{4,9}[A-Z0-9]{0,3}$/), nit: matching(/^\d{7,12}$/) },
  BR: { cpf: parseCpf, cnpj: parseCnpj },
  CL: { rut: parseRut },
  CO: {
    cc: parseCc,
    ce: matching(/^\d{6,7}$/),
    nit: parseNit,
    ppt: matching(/^\d{5,9}$/),
    passport: matching(/^[A-Z0-9]{5,15}$/),
  },
  MX: { curp: parseCurp, rfc: parseRfc },
};

/** The types of documents that a payer in that country can have; none for a country without payers of ours. */
export function payerDocumentTypes(country: string): readonly string[] {
  return Object.keys(documentsOf(country));
}

/** The number in its plain form; undefined for one that is no number of that type in that country. */
export function parsePayerDocument(country: string, type: string, typed: string): string | undefined {
  const documents = documentsOf(country);
  return Object.hasOwn(documents, type) ? documents[type]?.(typed) : undefined;
}

function documentsOf(country: string): Readonly<Record<string, Parser>> {
  return (Object.hasOwn(PAYER_DOCUMENTS, country) && PAYER_DOCUMENTS[country]) || {};
}
