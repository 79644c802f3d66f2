import { Money, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { RoutesRepository } from '../application/ports';
import type { RouteKey, StoredRoute } from '../domain/route';
import { PayoutRouteEntity } from './payout-route.entity';

const KEY = ['originCurrency', 'destinationCountry', 'destinationCurrency'] as const;

@Injectable()
export class PostgresRoutesRepository extends RoutesRepository {
  constructor(
    @InjectRepository(PayoutRouteEntity) private readonly routes: Repository<PayoutRouteEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async find(key: RouteKey): Promise<StoredRoute | undefined> {
    const found = await this.routes.findOneBy(columnsOf(key));
    return found ? toDomain(found) : undefined;
  }

  async list(): Promise<StoredRoute[]> {
    const order = Object.fromEntries(KEY.map((column) => [column, 'ASC'] as const));
    return (await this.routes.find({ order })).map(toDomain);
  }

  async put(tx: Tx, route: StoredRoute): Promise<void> {
    const { minimum, dollarPrice, leadTime, instant, removed } = route;
    const values = { minimum: minimum.amount, dollarPrice, leadTime, instant, removed, updatedAt: () => 'now()' };
    await this.db.manager(tx).upsert(PayoutRouteEntity, { ...columnsOf(route), ...values }, [...KEY]);
  }
}

function columnsOf({ origin, country, currency }: RouteKey) {
  return { originCurrency: origin, destinationCountry: country, destinationCurrency: currency };
}

function toDomain(row: PayoutRouteEntity): StoredRoute {
  const { originCurrency: origin, destinationCountry: country, destinationCurrency: currency } = row;
  const { dollarPrice, leadTime, instant, removed } = row;
  const minimum = Money.of(row.minimum, origin);
  return { origin, country, currency, minimum, dollarPrice, leadTime, instant, removed };
}
