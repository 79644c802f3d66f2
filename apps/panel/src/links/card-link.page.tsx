import { LinkDetail } from './link-detail';

export default function CardLinkPage() {
  return <LinkDetail kind="card_payment_link" />;
}
