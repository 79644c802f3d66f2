import { CreatedLink } from './created-link';

export default function CreatedCardLinkPage() {
  return <CreatedLink kind="card_payment_link" />;
}
