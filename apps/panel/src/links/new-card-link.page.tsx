import { NewLink } from './new-link';

export default function NewCardLinkPage() {
  return <NewLink kind="card_payment_link" />;
}
