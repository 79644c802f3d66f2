import { cardPlatformContract } from './card-platform.contract';
import { InMemoryCardPlatform } from './in-memory-card.platform';

describe('InMemoryCardPlatform', () => {
  const platform = new InMemoryCardPlatform();
  cardPlatformContract(
    () => platform,
    () => (reference) => platform.pay(reference),
  );
});
