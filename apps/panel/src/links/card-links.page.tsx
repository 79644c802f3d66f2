import { LinksList } from './links-list';

export default function CardLinksPage() {
  return <LinksList kind="card_payment_link" />;
}
