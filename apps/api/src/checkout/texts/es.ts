import { html } from '../view/html';
import type { Texts } from './texts';

export const es: Texts = {
  language: 'es',
  locale: 'es-419',
  name: 'Español',
  chooseLanguage: 'Idioma',
  sandbox:
    'Esta es una página de prueba: no se mueve dinero real. Los nombres como “Sandbox Collections”, las cuentas y los códigos son inventados. No les envíes dinero real.',
  preview: (merchant, amount, description) => `${amount} a ${merchant}: ${description}`,
  previewOfNotice: 'Página de pago segura.',
  reference: 'Referencia',

  payTo: 'Pago a',
  youPay: 'Pagas',
  amount: 'Importe',
  paidAmount: 'Importe pagado',
  equivalentTo: (amount) => `Equivale a ${amount}. El tipo de cambio queda fijado al continuar.`,
  fee: 'Cargo por el pago',
  total: 'Total',
  dependsOnMethod: 'Lo que pagas depende del medio de pago.',

  choose: {
    title: (merchant) => `Pagar a ${merchant}`,
    heading: '¿Cómo quieres pagar?',
    timeToPay: (span) => `${span} para pagar`,
    withFee: (amount, fee) => `${amount} + ${fee} de cargo por el pago`,
    bank: 'Tu banco',
    noBank: 'Elige tu banco',
    details: 'Tus datos',
    keepDetails: 'Deja un campo vacío para conservar lo que escribiste antes.',
    optional: 'opcional',
    name: 'Nombre',
    email: 'Correo electrónico',
    emailHint: 'Te enviaremos el comprobante a esta dirección.',
    document: 'Documento de identidad',
    documentType: 'Tipo de documento',
    noDocumentType: 'Elige el tipo',
    phone: 'Teléfono móvil',
    whyDetails: 'La empresa de pagos exige estos datos para saber quién paga.',
    submit: 'Continuar',
    keepCurrent: 'Volver a las instrucciones de pago',
    nothing: {
      heading: 'No hay medios de pago disponibles',
      text: 'Este pago todavía no se puede hacer aquí. Comunícate con quien te envió esta página.',
    },
  },

  errors: {
    summary: 'Revisa lo que está marcado abajo.',
    method: 'Elige cómo quieres pagar.',
    methodUnavailable: 'Este medio no está disponible para este pago. Elige otro.',
    amountDeclined: 'Este medio no acepta este importe. Elige otro o contacta con el comercio.',
    bank: 'Elige el banco desde el que pagas.',
    required: {
      name: 'Escribe tu nombre.',
      email: 'Escribe tu correo electrónico.',
      document: 'Escribe el número de tu documento.',
      phone: 'Escribe tu número de teléfono.',
    },
    documentType: 'Elige el tipo de tu documento.',
    document: 'Revisa el número: no corresponde a este tipo de documento.',
    phone: 'Escribe el número con el código de área, como +54 11 2345-6789.',
    tooLong: (max) => `Usa ${max} caracteres como máximo.`,
    unreadable: 'Contiene caracteres que no se pueden usar.',
    email: 'Escribe una dirección como nombre@example.com.',
    declined: 'La empresa de pagos rechazó este pago. Revisa tus datos o elige otro medio.',
    notAccepted: 'La empresa de pagos no acepta este dato. Revísalo.',
  },

  pay: {
    heading: (method) => `Paga con ${method}`,
    payBefore: 'Paga antes del',
    left: (span) => `quedan ${span}`,
    amount: 'Importe exacto',
    copy: 'Copiar',
    copied: 'Copiado',
    selected: 'Seleccionado: ahora cópialo',
    scan: 'Escanéalo con la app de tu banco o billetera, o copia el código y pégalo allí.',
    qrLabel: 'Código QR de este pago',
    open: 'Continuar en tu banco',
    opening: 'Se está abriendo la página de tu banco',
    waiting: 'Estamos esperando a tu banco',
    updates: 'Esta página lo mostrará en cuanto llegue tu pago.',
    check: 'Comprobar si llegó',
    another: 'Elegir otro medio',
  },

  declined: {
    debit: 'Tu banco rechazó el último débito. No se te cobró nada. Elige cómo quieres pagar.',
    payment: 'Tu último pago fue rechazado y no se te cobró nada. Elige cómo quieres pagar.',
  },

  debit: {
    heading: 'Autoriza el débito bancario',
    intro: 'Tu cuenta en Estados Unidos se debita una sola vez. No pasa nada hasta que lo autorices abajo.',
    account: 'Cuenta bancaria',
    holder: 'Titular de la cuenta',
    holderType: 'El titular es',
    holderTypes: { individual: 'Una persona', company: 'Una empresa' },
    emailHint: 'Para los mensajes sobre este débito.',
    routingNumber: 'Número de ruta (routing number)',
    routingNumberHint: 'Nueve dígitos, también llamado número ABA.',
    accountNumber: 'Número de cuenta',
    accountNumberHint: 'Se lo pasamos al banco y no lo guardamos.',
    accountType: 'Tipo de cuenta',
    types: { checking: 'Corriente (checking)', savings: 'De ahorro (savings)' },
    mandateHeading: 'Lo que autorizas',
    mandate: ({ merchant, amount, date }) => [
      html`El ${date} autorizo a ${merchant} a debitar ${amount}, una sola vez, de la cuenta bancaria indicada arriba. Tengo derecho a autorizar débitos de ella.`,
      html`El débito tarda de uno a tres días hábiles en liquidarse.`,
      html`Puedo revocar esta autorización comunicándome con ${merchant} antes de que el débito se haya enviado a mi banco.`,
    ],
    consent: 'Lo leí y autorizo el débito.',
    submit: (amount) => `Autorizar ${amount}`,
    back: 'Volver sin autorizar',
    keepCurrent: 'Volver a la autorización',
    problems: {
      name: 'Escribe el nombre del titular de la cuenta, con 100 caracteres como máximo.',
      email: 'Escribe tu correo electrónico, como nombre@example.com.',
      account_holder_type: 'Elige si la cuenta es de una persona o de una empresa.',
      routing_number: 'Escribe los nueve dígitos del número de ruta. Falta alguno o hay alguno equivocado.',
      account_number: 'Escribe el número de cuenta: de 4 a 17 dígitos.',
      account_type: 'Elige el tipo de cuenta.',
      consent: 'Sin tu autorización no podemos debitar la cuenta.',
    },
    accountDeclined: 'Esta cuenta no se puede debitar. No se te cobró nada. Revisa los números o usa otra cuenta.',
    debited: 'Cuenta bancaria',
    endingIn: (digits) => `terminada en ${digits}`,
  },

  simulate: {
    buttons: {
      pay: 'Simular el pago',
      debit_confirm: 'Simular la autorización',
      debit_submit: 'Simular: débito enviado',
      debit_settle: 'Simular: débito liquidado',
      debit_refuse: 'Simular: débito rechazado',
      debit_return: 'Simular: débito devuelto',
    },
    asPayer: 'Actúa como si acabaras de hacerlo.',
    asBank: 'Actúa como si el banco lo hubiera hecho.',
  },

  arrived: {
    sentence: (received, { of, due } = {}) => {
      if (of) return `Recibimos ${received} de ${of}; el comercio lo está revisando.`;
      return `Recibimos ${received}${due ? `; el importe era ${due}` : ''}. El comercio lo está revisando.`;
    },
    more: (received) => `Además recibimos ${received}. El comercio lo está revisando.`,
    label: 'Recibido',
    states: { open: 'en revisión', credited: 'acreditado al comercio', refunded: 'devuelto', returned: 'devuelto' },
    due: 'Importe original',
  },
  received: {
    heading: 'Tu pago llegó y se está revisando',
    text: 'Se acreditará o se te devolverá. No pagues otra vez. Si tienes una pregunta o todavía debes una parte, comunícate con el comercio.',
  },
  creditedLater: {
    heading: 'Tu pago fue acreditado',
    text: 'El comercio recibió tu pago. No tienes que hacer nada más.',
  },
  sentBack: {
    heading: 'Te devolvemos tu pago',
    text: 'El comercio no pudo aceptarlo. Comunícate con el comercio si todavía quieres pagar o si no te llega el dinero.',
  },
  backToShop: (merchant) => `Volver a ${merchant}`,
  saveReceipt: 'Guardar comprobante',

  paid: {
    heading: 'Recibimos tu pago',
    text: 'Gracias. No tienes que hacer nada más.',
    method: 'Medio de pago',
    date: 'Fecha',
    receipt: 'El comprobante va en camino al correo que nos diste.',
    noReceipt: 'Guarda la referencia: identifica tu pago.',
  },
  expired: {
    heading: 'Se acabó el tiempo para pagar',
    text: 'No pagues con las instrucciones anteriores: pide una nueva página de pago. Si ya pagaste, tu pago no se pierde y se mostrará aquí.',
  },
  cancelled: {
    heading: 'Este pago fue cancelado',
    text: 'Esta página ya no sirve para pagar y no llegó ningún pago. Si ya pagaste, tu pago no se pierde: se mostrará aquí.',
  },
  processing: {
    heading: 'Tu pago se está procesando',
    text: 'Tenemos tu confirmación. Los débitos bancarios tardan de uno a tres días hábiles. No tienes que hacer nada más.',
  },
  verification: {
    heading: 'Verifica tu cuenta bancaria',
    text: 'Para confirmar que la cuenta es tuya, se le envían pequeños depósitos. Cuando lleguen, abre la página de abajo e ingresa lo que tu banco muestra de ellos. El débito se hace solo después.',
    open: 'Verificar la cuenta',
  },
  inTransit: {
    heading: 'Tu pago está en camino',
    text: 'Tu banco está haciendo el débito. Tarda de uno a tres días hábiles. No tienes que hacer nada más.',
  },
  returned: {
    heading: 'Este pago fue devuelto',
    text: 'Tu banco devolvió el débito. Comunícate con el comercio para acordar otra forma de pago.',
  },

  notFound: {
    heading: 'No encontramos este pago',
    text: 'Revisa que abriste la dirección completa o pide una nueva a quien te la envió.',
  },
  nothingHere: {
    heading: 'Aquí no hay ninguna página',
    text: 'Para pagar, abre la dirección completa de la página de pago que te enviaron.',
  },
  unavailable: {
    heading: 'Los medios de pago no están disponibles en este momento',
    text: 'Ahora no podemos calcular el importe exacto. Si ya pagaste, no pagues otra vez. Vuelve a intentarlo en unos minutos.',
  },
  banksUnavailable: {
    heading: 'La lista de bancos no está disponible en este momento',
    text: 'No podemos consultar desde qué bancos puedes pagar. No se te cobró nada. Vuelve a intentarlo en unos minutos.',
  },
  rejected: {
    heading: 'No pudimos aceptar este formulario',
    text: 'No se envió desde esta página o no se pudo leer. Si ya pagaste, no pagues otra vez. Empieza de nuevo.',
  },
  tooMany: {
    heading: 'Demasiadas solicitudes',
    text: 'Espera un minuto y vuelve a intentarlo.',
  },
  tooManyOrders: {
    heading: 'Este pago se inició demasiadas veces',
    text: 'Paga con las instrucciones que ya tienes o vuelve a intentarlo en una hora. Si ya pagaste, no pagues otra vez: tu pago no se pierde.',
  },
  amountDeclined: {
    heading: 'Este importe no se puede pagar de esta manera',
    text: 'La empresa de pagos no acepta este importe. No se te cobró nada. Contacta con el comercio.',
  },
  failed: {
    heading: 'Algo falló de nuestro lado',
    text: 'Vuelve a intentarlo en un momento. Si ya pagaste, no pagues otra vez: tu pago no se pierde.',
  },
  again: 'Intentar de nuevo',

  labels: {
    account_holder: 'Titular',
    account_number: 'Número de cuenta',
    account_verification: 'Verificación de la cuenta',
    alias: 'Alias',
    bank: 'Banco',
    bank_page: 'Página del banco',
    beneficiary: 'Beneficiario',
    beneficiary_document: 'Documento del beneficiario',
    card_page: 'Página de la tarjeta',
    cbu: 'CBU',
    clabe: 'CLABE',
    concept: 'Concepto',
    cvu: 'CVU',
    deposits_expected: 'Depósitos previstos para el',
    pix_code: 'Código Pix',
    qr_code: 'Código QR',
    reference: 'Referencia',
    reference_number: 'Referencia numérica',
  },
  simulated: {
    account_verification:
      'En el entorno de pruebas no hay página para la verificación: simula que el débito fue enviado.',
    bank_page: 'En el entorno de pruebas no hay página del banco: el pago se confirma simulándolo.',
    card_page: 'En el entorno de pruebas no hay página de la tarjeta: el pago se confirma simulándolo.',
  },
};
