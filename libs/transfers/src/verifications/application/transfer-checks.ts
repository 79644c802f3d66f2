import { assertMayMoveMoney, type Account } from '@app/accounts';
import type { Decimal, Money } from '@app/kernel';
import { InsufficientAvailableBalanceError, LedgerService, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import {
  assertAboveMinimum,
  OutflowQuotes,
  type OutflowQuote,
  type QuoteRequest,
} from '../../payouts/application/outflow-quotes';
import type { Outflow } from '../../payouts/application/payouts';
import type { Payable } from '../../payouts/application/ports';
import { RegisteredEmailMissingError } from '../domain/errors';
import type { Verification } from '../domain/verification';
import { AcceptedTerms, PayableBeneficiaries } from './ports';

export interface NewTransferRequest {
  walletId: string;
  beneficiaryId: string;
  amount: Decimal;
  instant: boolean;
  comment: string;
}

/** What the checks of an initiation found. */
export interface CheckedTransfer {
  amount: Money;
  beneficiaryName: string;
  /** The account's registered address. */
  email: string;
}

interface Route {
  request: QuoteRequest;
  payable: Payable;
  email: string;
}

/** The checks before a transfer's code is sent, and the same ones again once the code was right. */
@Injectable()
export class TransferChecks {
  constructor(
    private readonly ledger: LedgerService,
    private readonly quotes: OutflowQuotes,
    private readonly beneficiaries: PayableBeneficiaries,
    private readonly terms: AcceptedTerms,
  ) {}

  /**
   * Throws, in this order, `VirtualWalletNotFoundError`, `BENEFICIARY_NOT_FOUND`, `BENEFICIARY_INACTIVE`, a
   * `ValidationError` for the amount, `PayoutRouteUnavailableError`, `RegisteredEmailMissingError` or
   * `InsufficientAvailableBalanceError`. The minimum is not checked: an amount after fees exists only once fees are
   * computed, when the code was right.
   */
  async beforeCode(account: Account, transfer: NewTransferRequest): Promise<CheckedTransfer> {
    const { request, payable, email } = await this.route(account, transfer);
    const amount = this.quotes.amountOf(transfer.amount, request.wallet);
    assertAvailable(request.wallet, amount);
    return { amount, beneficiaryName: payable.destination.name, email };
  }

  /**
   * The transfer to place. Throws, in this order, `AccountPausedError`, `KycRequiredError`, `KybRequiredError`,
   * `TRANSFER_TERMS_NOT_ACCEPTED`, what `beforeCode` throws up to the address, `ExchangeRateUnavailableError`,
   * `AmountBelowMinimumError` or `InsufficientAvailableBalanceError`.
   */
  async afterCode(account: Account, verification: Verification): Promise<Outflow> {
    assertMayMoveMoney(account);
    await this.terms.assertAccepted(account.id);
    const { walletId, amount, instant, comment } = verification;
    const { request, payable } = await this.route(account, { ...verification, amount: amount.amount });
    const quote = await this.quotes.quote(request);
    assertAboveMinimum(quote);
    assertAvailable(request.wallet, amount);
    return { type: 'transfer', walletId, payable, quote, instant, comment };
  }

  /**
   * What the transfer would cost and bring now. Throws what `beforeCode` throws up to the route, and
   * `ExchangeRateUnavailableError`.
   */
  async estimate(accountId: string, transfer: NewTransferRequest): Promise<OutflowQuote> {
    const wallet = await this.ledger.merchantWallet(accountId, transfer.walletId);
    const { destination, currency } = await this.beneficiaries.payable(accountId, transfer.beneficiaryId);
    const { amount, instant } = transfer;
    const { country } = destination;
    return this.quotes.quote({ type: 'transfer', wallet, amount, instant, country, currency });
  }

  private async route(account: Account, transfer: NewTransferRequest): Promise<Route> {
    const { walletId, beneficiaryId, amount, instant } = transfer;
    const wallet = await this.ledger.merchantWallet(account.id, walletId);
    const payable = await this.beneficiaries.payable(account.id, beneficiaryId);
    const { country } = payable.destination;
    const request: QuoteRequest = {
      ...{ type: 'transfer', wallet, amount, instant, country, currency: payable.currency },
    };
    this.quotes.amountOf(amount, wallet);
    await this.quotes.routeOf(request);
    if (account.email === null) throw new RegisteredEmailMissingError();
    return { request, payable, email: account.email };
  }
}

/** The hold checks it again, on the locked wallet. */
function assertAvailable({ id, balances: { available } }: Wallet, amount: Money): void {
  if (available.isLessThan(amount)) throw new InsufficientAvailableBalanceError(id, available, amount);
}
