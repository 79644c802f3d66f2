import type { PayerBank } from '@app/rails';

/** Banks that a Colombian payer can pay from, in the order of their names. */
export const PSE_BANKS: readonly PayerBank[] = [
  { code: '1052', name: 'Banco AV Villas' },
  { code: '1032', name: 'Banco Caja Social' },
  { code: '1001', name: 'Banco de Bogotá' },
  { code: '1023', name: 'Banco de Occidente' },
  { code: '1062', name: 'Banco Falabella' },
  { code: '1002', name: 'Banco Popular' },
  { code: '1007', name: 'Bancolombia' },
  { code: '1013', name: 'BBVA Colombia' },
  { code: '1009', name: 'Citibank' },
  { code: '1051', name: 'Davivienda' },
  { code: '1507', name: 'Nequi' },
  { code: '1019', name: 'Scotiabank Colpatria' },
];
