import { CURRENT_TERMS_VERSION, type TermsAcceptance, type TermsStatus } from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { TextField } from '../../http/fields';
import { FlagProperty, TextProperty, TimeProperty } from '../../http/properties';

const VERSION = { example: CURRENT_TERMS_VERSION };
const TIME = { example: '2026-11-21T01:40:02.115Z' };

@ApiSchema({ name: 'TermsToAccept' })
export class AcceptTermsDto {
  @TextField('The version that was shown to the user; it must be the current one.', { maxLength: 40, ...VERSION })
  version!: string;
}

@ApiSchema({ name: 'AcceptedTerms' })
export class AcceptedTermsDto {
  @FlagProperty('Always true.', { enum: [true], example: true })
  accepted!: true;

  @TextProperty('The version that the account has accepted.', VERSION)
  version!: string;

  @TimeProperty('When it was accepted for the first time.', TIME)
  accepted_at!: Date;

  static of({ version, acceptedAt }: TermsAcceptance): AcceptedTermsDto {
    return { accepted: true, version, accepted_at: acceptedAt };
  }
}

@ApiSchema({ name: 'TermsStatus' })
export class TermsStatusDto {
  @FlagProperty('Whether the account has accepted the terms, in any version.', { example: true })
  accepted!: boolean;

  @TextProperty('The version that it has accepted.', { nullable: true, ...VERSION })
  version!: string | null;

  @TimeProperty('When it was accepted.', { nullable: true, ...TIME })
  accepted_at!: Date | null;

  @TextProperty('The version that can be accepted now.', VERSION)
  current_version!: string;

  @TextProperty('The text of the current version, in the account’s language: plain text with lines.', {
    example: 'Términos de las transferencias a terceros',
  })
  text!: string;

  static of({ acceptance, currentVersion, text }: TermsStatus): TermsStatusDto {
    return {
      accepted: acceptance !== undefined,
      version: acceptance?.version ?? null,
      accepted_at: acceptance?.acceptedAt ?? null,
      current_version: currentVersion,
      text,
    };
  }
}
