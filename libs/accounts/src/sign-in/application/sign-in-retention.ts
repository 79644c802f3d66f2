import { UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SessionsRepository, SignInAttempts, SignInDevices } from './ports';
import { PasswordResetsRepository } from '../../users/application/ports';

/** Deletes what signing in leaves behind. */
@Injectable()
export class SignInRetention {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly attempts: SignInAttempts,
    private readonly devices: SignInDevices,
    private readonly resets: PasswordResetsRepository,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Deletes expired sessions, counters of failed sign-ins, browsers that are no longer known and links to choose another password, up to `limit` of each;
   * returns the greatest number.
   */
  async deleteExpired(limit: number): Promise<number> {
    const counts = [
      await this.uow.once((tx) => this.sessions.deleteExpired(tx, limit)),
      await this.uow.once((tx) => this.attempts.deleteExpired(tx, limit)),
      await this.uow.once((tx) => this.devices.deleteExpired(tx, limit)),
      await this.uow.run((tx) => this.resets.deleteExpired(tx, limit)),
    ];
    return Math.max(...counts);
  }
}
