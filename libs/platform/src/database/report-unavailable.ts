import { DomainError } from '@app/kernel';

/** A list or report took too long, or waited too long for a connection. Code `RATE_LIMIT_EXCEEDED`. */
export class ReportUnavailableError extends DomainError {
  constructor(message: string) {
    super('RATE_LIMIT_EXCEEDED', message, { retry_after: 1 });
  }

  static tookTooLong(): ReportUnavailableError {
    return new ReportUnavailableError(
      'The list took too long to read. Ask for a shorter period or with other filters.',
    );
  }

  static busy(): ReportUnavailableError {
    return new ReportUnavailableError('Too many lists are being read at the moment. Try again.');
  }
}
