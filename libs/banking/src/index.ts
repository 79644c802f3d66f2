export { parseArgentineAccount, parseCbu, parseCbuAlias, parseCuit, type ArgentineAccount } from './argentina';
export { parseCnpj, parseCpf, parsePixKey, type PixKey } from './brazil';
export { parseRut } from './chile';
export { parseCc, parseNit } from './colombia';
export { parseClabe } from './mexico';
export { parseRoutingNumber } from './united-states';
