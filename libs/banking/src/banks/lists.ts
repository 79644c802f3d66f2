/**
 * The banks of each country by the code that its payment systems use, as people know them. Read on 2026-11-26 from the
 * public lists: AR: entities of the BCRA (the first three digits of a CBU). BR: participants of the STR, by COMPE number.
 * CL: codes of institutions of the CMF. CO: entities of ACH Colombia. MX: participants of SPEI (the first three digits of a
 * CLABE). BO: banks supervised by ASFI, which publishes no common code. Banks that take no transfers are left out; one that
 * is missing is entered by hand.
 */
export const LISTS = {
  AR: `
    007 Banco Galicia
    011 Banco de la Nación Argentina
    014 Banco Provincia
    015 ICBC
    016 Citibank
    017 BBVA Argentina
    020 Bancor
    027 Banco Supervielle
    029 Banco Ciudad
    034 Banco Patagonia
    044 Banco Hipotecario
    045 Banco San Juan
    065 Banco Municipal de Rosario
    072 Banco Santander
    083 Banco del Chubut
    086 Banco Santa Cruz
    093 Banco de La Pampa
    094 Banco de Corrientes
    097 Banco Provincia del Neuquén
    143 Brubank
    147 Bibank
    150 Galicia Más
    165 JPMorgan Chase Bank
    191 Banco Credicoop
    198 Banco de Valores
    247 Banco Roela
    254 Banco Mariva
    259 Banco BMA
    266 BNP Paribas
    268 Banco Tierra del Fuego
    269 Banco de la República Oriental del Uruguay
    277 Banco Sáenz
    281 Banco Meridian
    285 Banco Macro
    299 Banco Comafi
    300 BICE
    301 Banco Piano
    305 Banco Julio
    309 Banco Rioja
    310 Banco del Sol
    311 Nuevo Banco del Chaco
    312 Banco Voii
    315 Banco de Formosa
    319 Banco CMF
    321 Banco de Santiago del Estero
    322 Banco Industrial
    330 Nuevo Banco de Santa Fe
    332 Banco de Servicios Financieros
    338 Banco de Servicios y Transacciones
    340 BACS
    341 Banco Masventas
    384 Ualá
    386 Nuevo Banco de Entre Ríos
    389 Banco Columbia
    426 Banco Bica
    431 Banco Coinag
    432 Banco de Comercio
    448 Banco Dino`,
  BO: `
    - Banco BISA
    - Banco de Crédito de Bolivia
    - Banco de Desarrollo Productivo
    - Banco de la Nación Argentina
    - Banco Económico
    - Banco FIE
    - Banco Fortaleza
    - Banco Ganadero
    - Banco Mercantil Santa Cruz
    - Banco Nacional de Bolivia
    - Banco Prodem
    - Banco PyME de la Comunidad
    - Banco PyME Ecofuturo
    - Banco Solidario
    - Banco Unión`,
  BR: `
    001 Banco do Brasil
    003 Banco da Amazônia
    004 Banco do Nordeste
    021 Banestes
    033 Santander
    037 Banpará
    041 Banrisul
    047 Banese
    070 BRB
    077 Banco Inter
    082 Topázio
    084 Uniprime
    085 Ailos
    097 Credisis
    099 Uniprime Central
    104 Caixa Econômica Federal
    133 Cresol
    136 Unicred
    197 Stone
    208 BTG Pactual
    212 Banco Original
    218 BS2
    237 Bradesco
    260 Nubank
    290 PagBank
    318 BMG
    323 Mercado Pago
    336 C6 Bank
    341 Itaú Unibanco
    348 Banco XP
    364 Efí
    376 J.P. Morgan
    380 PicPay
    389 Banco Mercantil
    403 Cora
    422 Banco Safra
    461 Asaas
    536 Neon
    604 Banco Industrial do Brasil
    611 Banco Paulista
    623 Banco PAN
    633 Banco Rendimento
    637 Banco Sofisa
    643 Banco Pine
    655 Banco BV
    707 Banco Daycoval
    745 Citibank
    748 Sicredi
    756 Sicoob`,
  CL: `
    001 Banco de Chile
    009 Banco Internacional
    012 BancoEstado
    014 Scotiabank Chile
    016 Bci
    028 Banco BICE
    031 HSBC Bank Chile
    037 Banco Santander Chile
    039 Itaú Chile
    041 JPMorgan Chase Bank
    049 Banco Security
    051 Banco Falabella
    053 Banco Ripley
    055 Banco Consorcio
    059 Banco BTG Pactual Chile
    672 Coopeuch
    729 Prepago Los Héroes
    730 Tenpo
    875 Mercado Pago`,
  CO: `
    1001 Banco de Bogotá
    1002 Banco Popular
    1006 Banco Itaú
    1007 Bancolombia
    1009 Citibank
    1012 Banco GNB Sudameris
    1013 BBVA Colombia
    1019 Scotiabank Colpatria
    1023 Banco de Occidente
    1031 Bancóldex
    1032 Banco Caja Social
    1040 Banco Agrario
    1047 Banco Mundo Mujer
    1051 Davivienda
    1052 Banco AV Villas
    1053 Banco W
    1059 Bancamía
    1060 Banco Pichincha
    1061 Bancoomeva
    1062 Banco Falabella
    1063 Banco Finandina
    1065 Banco Santander
    1066 Coopcentral
    1067 Mibanco
    1069 Banco Serfinanza
    1070 Lulo Bank
    1071 Banco J.P. Morgan
    1121 Juriscoop
    1151 RappiPay
    1283 Cooperativa Financiera de Antioquia
    1286 JFK Cooperativa Financiera
    1289 Cotrafa
    1292 Confiar
    1303 Giros y Finanzas
    1370 Coltefinanciera
    1507 Nequi
    1551 Daviplata
    1801 Movii
    1804 Ualá
    1809 Nu`,
  MX: `
    002 Banamex
    006 Bancomext
    009 Banobras
    012 BBVA México
    014 Santander
    019 Banjército
    021 HSBC
    030 BanBajío
    036 Inbursa
    042 Mifel
    044 Scotiabank
    058 Banregio
    059 Invex
    060 Bansí
    062 Afirme
    072 Banorte
    106 Bank of America
    108 MUFG
    110 J.P. Morgan
    112 Monex
    113 Ve por Más
    124 Citi México
    127 Banco Azteca
    128 Kapital
    129 Barclays
    130 Compartamos
    132 Multiva
    133 Actinver
    135 Nafin
    136 Intercam
    137 BanCoppel
    138 Ualá
    140 Consubanco
    141 Volkswagen Bank
    145 Banco Base
    147 Bankaool
    148 PagaTodo
    150 Inmobiliario Mexicano
    151 Dondé
    152 Bancrea
    154 Covalto
    155 ICBC
    156 Sabadell
    157 Shinhan
    158 Mizuho
    159 Bank of China
    160 Banco S3
    166 Banco del Bienestar
    167 Hey Banco
    168 Hipotecaria Federal
    638 Nu México
    646 STP
    661 Klar
    699 Fondeadora
    706 Arcus
    710 Nvio
    722 Mercado Pago
    723 Cuenca
    728 Spin by Oxxo`,
} as const;
