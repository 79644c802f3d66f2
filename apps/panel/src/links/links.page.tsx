import { LinksList } from './links-list';

export default function LinksPage() {
  return <LinksList kind="payment_link" />;
}
