import { UseGuards } from '@nestjs/common';
import { AnonymousLimitGuard } from '../../access/anonymous-limit';
import { JsonBodyGuard } from '../../access/json-body.guard';
import { SignInLimitGuard } from '../../access/sign-in-limit.guard';

/** An operation for people who are not signed in, limited per network address. */
export const Anonymous = () => UseGuards(AnonymousLimitGuard, SignInLimitGuard, JsonBodyGuard);
