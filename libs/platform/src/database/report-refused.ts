import { DomainError } from '@app/kernel';

/** A list or report that was given up, so that others can be read. Code `RATE_LIMIT_EXCEEDED`. */
export class ReportRefusedError extends DomainError {
  constructor(message: string) {
    super('RATE_LIMIT_EXCEEDED', message, { retry_after: 1 });
  }

  static tookTooLong(): ReportRefusedError {
    return new ReportRefusedError('The list took too long to read. Ask for a shorter period or with other filters.');
  }

  static busy(): ReportRefusedError {
    return new ReportRefusedError('Too many lists are being read at the moment. Try again.');
  }
}
