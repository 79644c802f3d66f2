import { LinkDetail } from './link-detail';

export default function LinkPage() {
  return <LinkDetail kind="payment_link" />;
}
