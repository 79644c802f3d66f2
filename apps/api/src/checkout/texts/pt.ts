import { html } from '../view/html';
import type { Texts } from './texts';

export const pt: Texts = {
  language: 'pt',
  locale: 'pt-BR',
  name: 'Português',
  chooseLanguage: 'Idioma',
  sandbox:
    'Esta é uma página de teste: nenhum dinheiro real é movimentado. Nomes como “Sandbox Collections”, contas e códigos são inventados. Não envie dinheiro real para eles.',
  preview: (merchant, amount, description) => `${amount} para ${merchant}: ${description}`,
  previewOfNotice: 'Página de pagamento segura.',
  reference: 'Referência',

  payTo: 'Pagamento para',
  youPay: 'Você paga',
  amount: 'Valor',
  paidAmount: 'Valor pago',
  equivalentTo: (amount) => `Equivale a ${amount}. A taxa de câmbio é fixada quando você continuar.`,
  fee: 'Tarifa do pagamento',
  total: 'Total',
  dependsOnMethod: 'O valor a pagar depende do meio de pagamento.',

  choose: {
    title: (merchant) => `Pagar a ${merchant}`,
    heading: 'Como você quer pagar?',
    timeToPay: (span) => `${span} para pagar`,
    withFee: (amount, fee) => `${amount} + ${fee} de tarifa do pagamento`,
    bank: 'Seu banco',
    noBank: 'Escolha o seu banco',
    details: 'Seus dados',
    keepDetails: 'Deixe um campo vazio para manter o que você informou antes.',
    optional: 'opcional',
    name: 'Nome',
    email: 'E-mail',
    emailHint: 'Enviaremos o comprovante para este endereço.',
    document: 'Documento',
    documentType: 'Tipo de documento',
    noDocumentType: 'Escolha o tipo',
    phone: 'Celular',
    whyDetails: 'A empresa de pagamentos exige estes dados para saber quem paga.',
    submit: 'Continuar',
    keepCurrent: 'Voltar às instruções de pagamento',
    nothing: {
      heading: 'Nenhum meio de pagamento disponível',
      text: 'Este pagamento ainda não pode ser feito aqui. Fale com quem enviou esta página.',
    },
  },

  errors: {
    summary: 'Confira o que está marcado abaixo.',
    method: 'Escolha como você quer pagar.',
    methodUnavailable: 'Este meio não está disponível para este pagamento. Escolha outro.',
    amountDeclined: 'Este meio não aceita este valor. Escolha outro ou fale com a loja.',
    bank: 'Escolha o banco pelo qual você paga.',
    required: {
      name: 'Digite seu nome.',
      email: 'Digite seu e-mail.',
      document: 'Digite o número do seu documento.',
      phone: 'Digite seu número de celular.',
    },
    documentType: 'Escolha o tipo do seu documento.',
    document: 'Confira o número: não é de um documento deste tipo.',
    phone: 'Digite o número com o DDD, como +55 11 91234-5678.',
    tooLong: (max) => `Use no máximo ${max} caracteres.`,
    unreadable: 'Contém caracteres que não podem ser usados.',
    email: 'Digite um endereço como nome@example.com.',
    declined: 'A empresa de pagamentos recusou este pagamento. Confira seus dados ou escolha outro meio.',
    notAccepted: 'A empresa de pagamentos não aceita este dado. Confira-o.',
  },

  pay: {
    heading: (method) => `Pague com ${method}`,
    payBefore: 'Pague até',
    left: (span) => `restam ${span}`,
    amount: 'Valor exato',
    copy: 'Copiar',
    copied: 'Copiado',
    selected: 'Selecionado: agora copie',
    scan: 'Escaneie no app do seu banco ou carteira, ou copie o código e cole no app.',
    qrLabel: 'Código QR deste pagamento',
    open: 'Continuar no seu banco',
    opening: 'A página do seu banco está abrindo',
    waiting: 'Estamos esperando o seu banco',
    updates: 'Esta página avisa assim que o pagamento chegar.',
    check: 'Verificar se chegou',
    another: 'Escolher outro meio',
  },

  declined: {
    debit: 'Seu banco recusou o último débito. Nada foi cobrado de você. Escolha como você quer pagar.',
    payment: 'Seu último pagamento foi recusado e nada foi cobrado de você. Escolha como você quer pagar.',
  },

  debit: {
    heading: 'Autorize o débito bancário',
    intro: 'Sua conta nos Estados Unidos é debitada uma única vez. Nada acontece até você autorizar abaixo.',
    account: 'Conta bancária',
    holder: 'Titular da conta',
    holderType: 'O titular é',
    holderTypes: { individual: 'Uma pessoa', company: 'Uma empresa' },
    emailHint: 'Para as mensagens sobre este débito.',
    routingNumber: 'Número de roteamento (routing number)',
    routingNumberHint: 'Nove dígitos, também chamado de número ABA.',
    accountNumber: 'Número da conta',
    accountNumberHint: 'Nós o repassamos ao banco e não o guardamos.',
    accountType: 'Tipo de conta',
    types: { checking: 'Corrente (checking)', savings: 'Poupança (savings)' },
    mandateHeading: 'O que você autoriza',
    mandate: ({ merchant, amount, date }) => [
      html`Em ${date}, autorizo ${merchant} a debitar ${amount}, uma única vez, da conta bancária informada acima. Tenho o direito de autorizar débitos dessa conta.`,
      html`O débito leva de um a três dias úteis para ser liquidado.`,
      html`Posso revogar esta autorização falando com ${merchant} antes que o débito tenha sido enviado ao meu banco.`,
    ],
    consent: 'Li e autorizo o débito.',
    submit: (amount) => `Autorizar ${amount}`,
    back: 'Voltar sem autorizar',
    keepCurrent: 'Voltar à autorização',
    problems: {
      name: 'Digite o nome do titular da conta, com no máximo 100 caracteres.',
      email: 'Digite o seu e-mail, como nome@example.com.',
      account_holder_type: 'Escolha se a conta é de uma pessoa ou de uma empresa.',
      routing_number: 'Digite os nove dígitos do número de roteamento. Falta algum ou algum está errado.',
      account_number: 'Digite o número da conta: de 4 a 17 dígitos.',
      account_type: 'Escolha o tipo de conta.',
      consent: 'Sem a sua autorização não podemos debitar a conta.',
    },
    accountDeclined:
      'Esta conta não pode ser debitada. Nada foi cobrado de você. Confira os números ou use outra conta.',
    debited: 'Conta bancária',
    endingIn: (digits) => `com final ${digits}`,
  },

  simulate: {
    buttons: {
      pay: 'Simular o pagamento',
      debit_confirm: 'Simular a autorização',
      debit_submit: 'Simular: débito enviado',
      debit_settle: 'Simular: débito liquidado',
      debit_refuse: 'Simular: débito recusado',
      debit_return: 'Simular: débito devolvido',
    },
    asPayer: 'Age como se você tivesse acabado de fazer isso.',
    asBank: 'Age como se o banco tivesse feito isso.',
  },

  arrived: {
    sentence: (received, { of, due } = {}) => {
      if (of) return `Recebemos ${received} de ${of}; a loja está verificando.`;
      return `Recebemos ${received}${due ? `; o valor era ${due}` : ''}. A loja está verificando.`;
    },
    more: (received) => `Recebemos mais ${received}. A loja está verificando.`,
    label: 'Recebido',
    states: { open: 'em verificação', credited: 'creditado à loja', refunded: 'devolvido', returned: 'devolvido' },
    due: 'Valor original',
  },
  received: {
    heading: 'Seu pagamento chegou e está sendo verificado',
    text: 'Ele será creditado ou devolvido. Não pague de novo. Se tiver uma dúvida ou ainda dever uma parte, fale com a loja.',
  },
  creditedLater: {
    heading: 'Seu pagamento foi creditado',
    text: 'A loja recebeu seu pagamento. Você não precisa fazer mais nada.',
  },
  sentBack: {
    heading: 'Seu pagamento será devolvido',
    text: 'A loja não pôde aceitá-lo. Fale com a loja se ainda quiser pagar ou se o dinheiro não chegar a você.',
  },
  backToShop: (merchant) => `Voltar para ${merchant}`,
  saveReceipt: 'Salvar comprovante',

  paid: {
    heading: 'Pagamento recebido',
    text: 'Obrigado. Você não precisa fazer mais nada.',
    method: 'Meio de pagamento',
    date: 'Data',
    receipt: 'O comprovante está a caminho do e-mail que você informou.',
    noReceipt: 'Guarde a referência: ela identifica o seu pagamento.',
  },
  expired: {
    heading: 'O prazo para pagar terminou',
    text: 'Não pague com as instruções antigas: peça uma nova página de pagamento. Se você já pagou, seu pagamento não se perde e será mostrado aqui.',
  },
  cancelled: {
    heading: 'Este pagamento foi cancelado',
    text: 'Esta página não serve mais para pagar e nenhum pagamento chegou. Se você já pagou, seu pagamento não se perde: ele será mostrado aqui.',
  },
  processing: {
    heading: 'Seu pagamento está sendo processado',
    text: 'Recebemos a sua confirmação. Débitos bancários levam de um a três dias úteis. Você não precisa fazer mais nada.',
  },
  verification: {
    heading: 'Verifique sua conta bancária',
    text: 'Para confirmar que a conta é sua, pequenos depósitos são enviados a ela. Quando chegarem, abra a página abaixo e informe o que o seu banco mostra deles. O débito é feito somente depois disso.',
    open: 'Verificar a conta',
  },
  inTransit: {
    heading: 'Seu pagamento está a caminho',
    text: 'Seu banco está fazendo o débito. Leva de um a três dias úteis. Você não precisa fazer mais nada.',
  },
  returned: {
    heading: 'Este pagamento foi devolvido',
    text: 'Seu banco devolveu o débito. Fale com a loja para combinar outra forma de pagamento.',
  },

  notFound: {
    heading: 'Não encontramos este pagamento',
    text: 'Confira se você abriu o endereço completo ou peça um novo a quem o enviou.',
  },
  nothingHere: {
    heading: 'Não há nenhuma página aqui',
    text: 'Para pagar, abra o endereço completo da página de pagamento que você recebeu.',
  },
  unavailable: {
    heading: 'Os meios de pagamento estão indisponíveis no momento',
    text: 'Não conseguimos calcular o valor exato agora. Se você já pagou, não pague de novo. Tente de novo em alguns minutos.',
  },
  banksUnavailable: {
    heading: 'A lista de bancos não está disponível no momento',
    text: 'Não podemos consultar de quais bancos você pode pagar. Nada foi cobrado de você. Tente de novo em alguns minutos.',
  },
  rejected: {
    heading: 'Não foi possível aceitar este formulário',
    text: 'Ele não foi enviado desta página ou não pôde ser lido. Se você já pagou, não pague de novo. Comece de novo.',
  },
  tooMany: {
    heading: 'Muitas solicitações',
    text: 'Espere um minuto e tente de novo.',
  },
  tooManyOrders: {
    heading: 'Este pagamento foi iniciado vezes demais',
    text: 'Pague com as instruções que você já tem ou tente de novo em uma hora. Se você já pagou, não pague outra vez: o pagamento não se perde.',
  },
  amountDeclined: {
    heading: 'Este valor não pode ser pago desta forma',
    text: 'A empresa de pagamentos não aceita este valor. Nada foi cobrado de você. Fale com a loja.',
  },
  failed: {
    heading: 'Algo deu errado do nosso lado',
    text: 'Tente de novo em instantes. Se você já pagou, não pague outra vez: o pagamento não se perde.',
  },
  again: 'Tentar de novo',

  labels: {
    account_holder: 'Titular',
    account_number: 'Número da conta',
    account_verification: 'Verificação da conta',
    alias: 'Alias',
    bank: 'Banco',
    bank_page: 'Página do banco',
    beneficiary: 'Beneficiário',
    beneficiary_document: 'Documento do beneficiário',
    card_page: 'Página do cartão',
    cbu: 'CBU',
    clabe: 'CLABE',
    concept: 'Descrição',
    cvu: 'CVU',
    deposits_expected: 'Depósitos previstos para',
    pix_code: 'Pix copia e cola',
    qr_code: 'Código QR',
    reference: 'Referência',
    reference_number: 'Número de referência',
  },
  simulated: {
    account_verification: 'No ambiente de testes não há página para a verificação: simule que o débito foi enviado.',
    bank_page: 'No ambiente de testes não há página do banco: o pagamento é confirmado ao simulá-lo.',
    card_page: 'No ambiente de testes não há página do cartão: o pagamento é confirmado ao simulá-lo.',
  },
};
