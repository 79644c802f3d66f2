import { assertMayMoveMoney, type Account } from '@app/accounts';
import { WrittenAmount, type Money } from '@app/kernel';
import { InsufficientAvailableBalanceError, LedgerService, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import {
  assertAboveMinimum,
  OutflowQuotes,
  type OutflowQuote,
  type QuoteRequest,
} from '../../payouts/application/outflow-quotes';
import type { Outflow } from '../../payouts/application/payout-placement';
import type { Payable } from '../../payouts/application/ports';
import { DestinationChangedError, RegisteredEmailMissingError } from '../domain/errors';
import type { Verification } from '../domain/verification';
import { AcceptedTerms, PayableBeneficiaries, TransferCodes } from './ports';

export interface NewTransferRequest {
  walletId: string;
  beneficiaryId: string;
  amount: WrittenAmount;
  instant: boolean;
  comment: string;
}

/** What the checks of an initiation found. */
export interface CheckedTransfer {
  amount: Money;
  payable: Payable;
  /** Recognises whether the destination has changed when the code arrives. */
  destinationDigest: Buffer;
  /** The account's registered address. */
  email: string;
}

interface Route extends Omit<CheckedTransfer, 'destinationDigest'> {
  request: QuoteRequest;
}

/** The checks before a transfer's code is sent, and the same ones again once the code was right. */
@Injectable()
export class TransferChecks {
  constructor(
    private readonly ledger: LedgerService,
    private readonly quotes: OutflowQuotes,
    private readonly beneficiaries: PayableBeneficiaries,
    private readonly terms: AcceptedTerms,
    private readonly codes: TransferCodes,
  ) {}

  /**
   * Throws, in this order, `VirtualWalletNotFoundError`, a `ValidationError` for the amount,
   * `BENEFICIARY_NOT_FOUND`, `BENEFICIARY_INACTIVE`, `PayoutRouteUnavailableError`, `RegisteredEmailMissingError` or
   * `InsufficientAvailableBalanceError`. The minimum is not checked: an amount after fees exists only once fees are
   * computed, when the code was right.
   */
  async checkBeforeCode(account: Account, transfer: NewTransferRequest): Promise<CheckedTransfer> {
    const { request, amount, payable, email } = await this.route(account, transfer);
    assertAvailable(request.wallet, amount);
    return { amount, payable, destinationDigest: this.codes.digestOf(payable), email };
  }

  /**
   * The transfer to place. Throws, in this order, `AccountPausedError`, `KycRequiredError`, `KybRequiredError`,
   * `TRANSFER_TERMS_NOT_ACCEPTED`, what `checkBeforeCode` throws up to the address, `DestinationChangedError`,
   * `ExchangeRateUnavailableError`, `AmountBelowMinimumError` or `InsufficientAvailableBalanceError`.
   */
  async checkAfterCode(account: Account, verification: Verification): Promise<Outflow> {
    assertMayMoveMoney(account);
    await this.terms.assertAccepted(account.id);
    const { walletId, amount, destination, destinationDigest, instant, comment, userId } = verification;
    const transfer = {
      walletId,
      beneficiaryId: destination.id,
      amount: WrittenAmount.of(amount.toFixed()),
      instant,
      comment,
    };
    const { request, payable } = await this.route(account, transfer);
    if (!this.codes.isDigestOf(payable, destinationDigest)) throw new DestinationChangedError();
    const quote = await this.quotes.quote(request);
    assertAboveMinimum(quote);
    assertAvailable(request.wallet, amount);
    return { type: 'transfer', walletId, payable, quote, instant, comment, requestedBy: userId };
  }

  /**
   * The fees and the net amount at current rates. Throws what `checkBeforeCode` throws up to the route, and
   * `ExchangeRateUnavailableError`.
   */
  async estimate(accountId: string, transfer: NewTransferRequest): Promise<OutflowQuote> {
    const wallet = await this.ledger.findMerchantWallet(accountId, transfer.walletId);
    this.quotes.amountOf(transfer.amount, wallet);
    const payable = await this.beneficiaries.findPayable(accountId, transfer.beneficiaryId);
    return this.quotes.quote(requestOf(transfer, wallet, payable));
  }

  private async route(account: Account, transfer: NewTransferRequest): Promise<Route> {
    const wallet = await this.ledger.findMerchantWallet(account.id, transfer.walletId);
    const amount = this.quotes.amountOf(transfer.amount, wallet);
    const payable = await this.beneficiaries.findPayable(account.id, transfer.beneficiaryId);
    const request = requestOf(transfer, wallet, payable);
    await this.quotes.routeOf(request);
    if (account.email === null) throw new RegisteredEmailMissingError();
    return { request, amount, payable, email: account.email };
  }
}

function requestOf(
  { amount, instant }: NewTransferRequest,
  wallet: Wallet,
  { destination: { country }, currency }: Payable,
): QuoteRequest {
  return { type: 'transfer', wallet, amount, instant, country, currency };
}

/** The hold checks it again, on the locked wallet. */
function assertAvailable({ id, balances: { available } }: Wallet, amount: Money): void {
  if (available.isLessThan(amount)) throw new InsufficientAvailableBalanceError(id, available, amount);
}
