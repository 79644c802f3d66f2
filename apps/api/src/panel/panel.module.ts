import { AccountsModule } from '@app/accounts';
import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './auth.controller';

/** The panel API: what the web panel calls on behalf of a user who is signed in. */
@Module({
  imports: [AccountsModule],
  controllers: [AuthController, AccountController, ApiKeysController],
})
export class PanelModule {}
