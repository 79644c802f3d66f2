import { decimal, type FileTable } from '../../http/file-table';
import type { BalanceMovementDto } from './balance-movement.dto';

export const BALANCE_MOVEMENTS_FILE: FileTable<BalanceMovementDto> = {
  name: 'balance-movements',
  columns: [
    ['id', ({ id }) => id],
    ['type', ({ type }) => type],
    ['direction', ({ direction }) => direction],
    ['amount', ({ amount }) => decimal(amount)],
    ['currency', ({ currency }) => currency],
    ['balance_after', (movement) => decimal(movement.balance_after)],
    ['fee_amount', ({ fee }) => decimal(fee && fee.amount)],
    ['fee_balance_after', ({ fee }) => decimal(fee && fee.balance_after)],
    ['label', ({ label }) => label],
    ['reference_type', ({ reference }) => reference?.type ?? null],
    ['reference_id', ({ reference }) => reference?.id ?? null],
    ['description', ({ description }) => description],
    ['payment_reference', (movement) => movement.payment_reference],
    ['created_at', (movement) => movement.created_at],
  ],
};
