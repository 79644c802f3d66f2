import { FeeSchedules } from '@app/fees';
import { Log } from '@app/platform';
import { ConversionQuoteError, ExchangeRateUnavailableError, Quotes } from '@app/rates';
import { Body, Catch, HttpCode, Injectable, Post, UseFilters } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { ApiExceptionFilter } from '../http/exception.filter';
import { ExternalApi } from '../gateway/external-api';
import { CallerParam, type Caller } from '../gateway/request';
import { parseQuoteRequest, parseRateRequest } from './conversion-requests';
import { success } from '../http/envelope';

/** Whatever fails on our side while a conversion is quoted, the layers in front included, has this operation's code. */
@Catch()
@Injectable()
class QuoteFailureFilter extends ApiExceptionFilter {
  constructor(log: Log) {
    super(log, new ConversionQuoteError());
  }
}

@Catch()
@Injectable()
class RateFailureFilter extends ApiExceptionFilter {
  constructor(log: Log) {
    super(log, new ExchangeRateUnavailableError());
  }
}

/** Two questions that write nothing, open to every key. */
@ExternalApi('v1/conversions')
@DocumentedGroup('Conversions', 'Two questions to ask before a price is decided. The answers bind nobody.')
export class ConversionsController {
  constructor(
    private readonly quotes: Quotes,
    private readonly fees: FeeSchedules,
  ) {}

  @Post('quote')
  @HttpCode(200)
  @UseFilters(QuoteFailureFilter)
  @Documented({
    operationId: 'quoteConversion',
    summary: 'Quote a conversion',
    description: 'What a conversion takes and gives, with the conversion fee of the account.',
    request: 'QuoteRequest',
    answer: 'Quote',
    message: 'Conversion quoted.',
    codes: ['INVALID_CURRENCY', 'CONVERSION_QUOTE_ERROR'],
  })
  async quote(@CallerParam() { account }: Caller, @Body() body: Record<string, unknown>) {
    const request = parseQuoteRequest(body);
    const { conversion } = await this.fees.of(account.id);
    const quote = await this.quotes.quote({ ...request, conversionPercentage: conversion.percentage });
    const { amount, percentage } = quote.conversionFee;
    return success('Conversion quoted.', {
      origin: quote.origin,
      destination: quote.destination,
      amount_type: quote.amountType,
      origin_amount: quote.originAmount.toFixed(),
      destination_amount: quote.destinationAmount.toFixed(),
      rate: quote.rate.toWire(),
      conversion_fee: { percentage: percentage.toFixed(), amount: amount.toFixed(), currency: amount.currency },
      quoted_at: quote.quotedAt,
    });
  }

  @Post('rate')
  @HttpCode(200)
  @UseFilters(RateFailureFilter)
  @Documented({
    operationId: 'readExchangeRate',
    summary: 'Read an exchange rate',
    description: 'Between any two currencies for which there is a rate, without fees.',
    request: 'RateRequest',
    answer: 'Rate',
    message: 'Exchange rate found.',
    codes: ['EXCHANGE_RATE_UNAVAILABLE'],
  })
  async rate(@Body() body: Record<string, unknown>) {
    const { origin, destination, amount } = parseRateRequest(body);
    const { rate, amount: asked, convertedAmount } = await this.quotes.rate(origin, destination, amount);
    return success('Exchange rate found.', {
      origin: rate.base,
      destination: rate.quote,
      rate: rate.toWire(),
      as_of: rate.asOf,
      ...(asked && { amount: asked.toFixed(), converted_amount: convertedAmount?.toFixed() }),
    });
  }
}
