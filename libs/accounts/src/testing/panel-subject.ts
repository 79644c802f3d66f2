import type {
  PanelSessionsRepository,
  PasswordResetsRepository,
  SecondFactorsRepository,
  UserPasswords,
  UserSessionsRepository,
} from '../application/ports';
import type { AccountRepositories } from './factories';

/** The adapters behind signing in, over one store. */
export interface PanelSubject extends AccountRepositories {
  sessions: PanelSessionsRepository;
  userSessions: UserSessionsRepository;
  resets: PasswordResetsRepository;
  userPasswords: UserPasswords;
  factors: SecondFactorsRepository;
  /** Advances the time of everything that was stored. */
  letPass(seconds: number): Promise<void>;
}
