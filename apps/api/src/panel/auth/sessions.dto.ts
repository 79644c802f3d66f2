import type { ListedSession } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { FlagProperty, TextProperty, TimeProperty, UuidProperty, WholeProperty } from '../../http/properties';

@ApiSchema({ name: 'ListedSession' })
export class ListedSessionDto {
  @UuidProperty('The session.', { example: '5b0f4c1e-8a5e-4a55-9a0b-6f1f2f7f3c11' })
  id!: string;

  @TimeProperty('When the user signed in.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  @TimeProperty('When the user was last active, a minute or less before.', { example: '2026-11-21T01:55:10.902Z' })
  last_seen_at!: Date;

  @TimeProperty('When the session ends, whatever the user does.', { example: '2026-11-21T13:40:02.115Z' })
  expires_at!: Date;

  @TextProperty('What the browser called itself.', { nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64)' })
  user_agent!: string | null;

  @TextProperty('The network address at the sign-in.', { nullable: true, example: '192.0.2.1' })
  address!: string | null;

  @FlagProperty('Whether it is the session of this request.', { example: true })
  current!: boolean;

  static of(session: ListedSession, currentId: string): ListedSessionDto {
    return {
      id: session.id,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address: session.address,
      current: session.id === currentId,
    };
  }
}

@ApiSchema({ name: 'EndedSessions' })
export class EndedSessionsDto {
  @WholeProperty('How many sessions were ended.', { minimum: 0, example: 2 })
  ended!: number;
}
