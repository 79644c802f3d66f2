import type { Schemas } from '../api/client';
import { useTextOf, type Texts } from '../i18n/texts-of';

export type EventName = Schemas['WebhookDelivery']['event'];

interface EventTexts {
  /** When the event is sent. */
  explained: Texts;
  /** The name of the event in the history of a link; null for an event that is not about a link. */
  onLink: Texts | null;
}

const TEXTS: Readonly<Record<EventName, EventTexts>> = {
  'payment.completed': {
    explained: {
      en: 'A payment was credited to a wallet.',
      es: 'Se acreditó un pago recibido en una billetera.',
      pt: 'Um pagamento recebido foi creditado em uma carteira.',
    },
    onLink: { en: 'Payment completed', es: 'Pago completado', pt: 'Pagamento concluído' },
  },
  'payment.returned': {
    explained: {
      en: 'A credited USD bank debit was returned.',
      es: 'Se devolvió un débito bancario en USD ya acreditado.',
      pt: 'Um débito bancário em USD já creditado foi devolvido.',
    },
    onLink: { en: 'Payment returned', es: 'Pago devuelto', pt: 'Pagamento devolvido' },
  },
  'payment_link.cancelled': {
    explained: { en: 'A link was cancelled.', es: 'Se canceló un enlace.', pt: 'Um link foi cancelado.' },
    onLink: { en: 'Link cancelled', es: 'Enlace cancelado', pt: 'Link cancelado' },
  },
  'payment_link.expired': {
    explained: {
      en: 'The time to pay with the chosen method has passed.',
      es: 'Pasó el plazo para pagar con el medio elegido.',
      pt: 'Passou o prazo para pagar com o meio escolhido.',
    },
    onLink: { en: 'Link expired', es: 'Enlace vencido', pt: 'Link expirado' },
  },
  'payout.completed': {
    explained: {
      en: 'A payout or transfer arrived.',
      es: 'Llegó un retiro o una transferencia.',
      pt: 'Um saque ou uma transferência chegou.',
    },
    onLink: null,
  },
  'payout.failed': {
    explained: {
      en: 'A payout or transfer failed, or came back afterwards.',
      es: 'Un retiro o una transferencia falló, o volvió después.',
      pt: 'Um saque ou uma transferência falhou, ou voltou depois.',
    },
    onLink: null,
  },
};

/** Every event that an endpoint can receive. */
export const EVENTS = Object.keys(TEXTS) as readonly EventName[];

export function isEvent(name: string | undefined): name is EventName {
  return EVENTS.some((event) => event === name);
}

export function useExplainedEvent(): (event: EventName) => string {
  const textOf = useTextOf();
  return (event) => textOf(TEXTS[event].explained);
}

/** Names an event in the history of a link; one that this version does not know gets its code as name. */
export function useEventOnLink(): (event: string) => string {
  const textOf = useTextOf();
  return (event) => textOf((isEvent(event) ? TEXTS[event].onLink : null) ?? event);
}
