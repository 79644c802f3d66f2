export { parseArgentineAccount, parseCuit } from './argentina';
export { parseCnpj, parseCpf, parsePixKey } from './brazil';
export { parseRut } from './chile';
export { parseCc, parseNit } from './colombia';
export { parseClabe } from './mexico';
export { parseRoutingNumber } from './united-states';
