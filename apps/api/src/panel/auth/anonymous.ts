import { UseGuards } from '@nestjs/common';
import { AnonymousLimitGuard } from '../../gateway/anonymous-limit';
import { JsonBodyGuard } from '../../gateway/json-body.guard';
import { SignInLimitGuard } from '../../gateway/sign-in-limit.guard';

/** An operation for people who are not signed in, limited per network address. */
export const Anonymous = () => UseGuards(AnonymousLimitGuard, SignInLimitGuard, JsonBodyGuard);
