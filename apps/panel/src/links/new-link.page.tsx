import { NewLink } from './new-link';

export default function NewLinkPage() {
  return <NewLink kind="payment_link" />;
}
