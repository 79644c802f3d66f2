import { ConversionQuotes } from '@app/payment-links';
import { Log } from '@app/platform';
import { ConversionQuoteError, ExchangeRateUnavailableError, Quotes } from '@app/rates';
import { Body, Catch, HttpCode, Injectable, Post, UseFilters } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { ApiExceptionFilter } from '../http/exception.filter';
import { ExternalApi } from '../access/external-api';
import { CallerParam, type Caller } from '../access/external-request';
import { QuoteDto, QuoteRequestDto, RateDto, RateRequestDto } from './conversion.dto';
import { RequestValidationPipe } from '../http/request-validation.pipe';

/** An internal failure has the operation's code, also when it happens in a guard. */
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

/** Two queries that write nothing, open to every key. */
@ExternalApi('v1/conversions')
@DocumentedGroup('Conversions', 'Two queries to make before a price is decided. The responses are not binding.')
export class ConversionsController {
  constructor(
    private readonly conversions: ConversionQuotes,
    private readonly quotes: Quotes,
  ) {}

  @Post('quote')
  @HttpCode(200)
  @UseFilters(QuoteFailureFilter)
  @Documented({
    operationId: 'quoteConversion',
    summary: 'Quote a conversion',
    description: 'The amounts of a conversion, with the conversion fee of the account.',
    response: QuoteDto,
    message: 'Conversion quoted.',
    codes: ['INVALID_CURRENCY', 'CONVERSION_QUOTE_ERROR'],
  })
  async quote(@CallerParam() { account }: Caller, @Body(RequestValidationPipe) body: QuoteRequestDto) {
    const { amount, origin, destination, amount_type: amountType = 'receive' } = body;
    const quote = await this.conversions.quote(account.id, { amount, origin, destination, amountType });
    return QuoteDto.of(quote);
  }

  @Post('rate')
  @HttpCode(200)
  @UseFilters(RateFailureFilter)
  @Documented({
    operationId: 'readExchangeRate',
    summary: 'Read an exchange rate',
    description: 'Between any two currencies for which there is a rate, without fees.',
    response: RateDto,
    message: 'Exchange rate found.',
    codes: ['EXCHANGE_RATE_UNAVAILABLE'],
  })
  async rate(@Body(RequestValidationPipe) { origin, destination, amount }: RateRequestDto) {
    return RateDto.of(await this.quotes.quoteRate(origin, destination, amount ?? undefined));
  }
}
