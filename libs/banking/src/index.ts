export { parseAccountNumber, parseBankCode, parseUsAccountNumber } from './account-number';
export { parseArgentineAccount, parseCuit, parseDni } from './argentina';
export { isCpfOrMobile, parseCnpj, parseCpf, parsePixKey, type PixKey } from './brazil';
export { parseRut } from './chile';
export { parseCc, parseNit } from './colombia';
export { parseClabe } from './mexico';
export { parsePayerDocument, payerDocumentTypes } from './payer-documents';
export { codeCharacters, documentCharacters, plainCode } from './text';
export { parseRoutingNumber } from './united-states';
