import type { SessionsRepository, SecondFactorsRepository, SessionListRepository } from '../sign-in/application/ports';
import type { PasswordResetsRepository, PasswordStore } from '../users/application/ports';
import type { AccountRepositories } from './factories';

/** The adapters behind signing in, over one store. */
export interface PanelSubject extends AccountRepositories {
  sessions: SessionsRepository;
  userSessions: SessionListRepository;
  resets: PasswordResetsRepository;
  userPasswords: PasswordStore;
  factors: SecondFactorsRepository;
  /** Advances the time of everything that was stored. */
  letPass(seconds: number): Promise<void>;
}
