import { cardPlatformContract } from './card-platform.contract';
import { InMemoryCardPlatform } from './in-memory-card.platform';

describe('InMemoryCardPlatform', () => {
  cardPlatformContract(() => new InMemoryCardPlatform());
});
