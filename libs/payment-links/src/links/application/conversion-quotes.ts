import { FeeSchedules } from '@app/fees';
import { Quotes, type Quote, type QuoteRequest } from '@app/rates';
import { Injectable } from '@nestjs/common';

/** Quotes of conversions with the account's own fee, as its collections are converted. */
@Injectable()
export class ConversionQuotes {
  constructor(
    private readonly quotes: Quotes,
    private readonly fees: FeeSchedules,
  ) {}

  /** Throws what `Quotes.quote` throws. */
  async quote(accountId: string, request: Omit<QuoteRequest, 'conversionPercentage'>): Promise<Quote> {
    const { conversion } = await this.fees.of(accountId);
    return this.quotes.quote({ ...request, conversionPercentage: conversion.percentage });
  }
}
