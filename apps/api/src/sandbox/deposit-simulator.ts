import { Clock, newId, ValidationError, type WrittenAmount } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { SandboxDeposits } from '@app/providers';
import { Injectable } from '@nestjs/common';
import { RailCaller } from './rail-caller';
import { readSimulatedAmount } from './simulated-amount';

/** Plays the bank that keeps the accounts of USD wallets, and sends the service signed notifications over HTTP. */
@Injectable()
export class DepositSimulator {
  constructor(
    private readonly ledger: LedgerService,
    private readonly bank: SandboxDeposits,
    private readonly caller: RailCaller,
    private readonly clock: Clock,
  ) {}

  /** Every call is another transfer. Throws `VirtualWalletNotFoundError` and `ValidationError`. */
  async simulate(
    walletId: string,
    amount: WrittenAmount,
    serviceUrl: string,
  ): Promise<{ notificationId: string; wallet: Wallet }> {
    const { id, lane, currency } = await this.read(walletId);
    if (lane !== 'usd') throw ValidationError.of('event', 'cannot be deposit: only a USD wallet has a bank account');
    const arrived = this.bank.arrived(newId(), id, readSimulatedAmount(amount, currency));
    await this.caller.notify(this.bank.provider, this.bank.message(arrived, this.clock.now()), serviceUrl);
    return { notificationId: arrived.id, wallet: await this.read(id) };
  }

  private async read(id: string): Promise<Wallet> {
    const wallet = await this.ledger.findWallet(id);
    if (!wallet) throw new VirtualWalletNotFoundError(id);
    return wallet;
  }
}
