import { CreatedLink } from './created-link';

export default function CreatedLinkPage() {
  return <CreatedLink kind="payment_link" />;
}
