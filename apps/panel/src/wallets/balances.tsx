import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../money/amounts';
import { Figure } from './figure';
import type { Wallet } from './queries';

/** The three balances of a wallet, with explanations. */
export function Balances({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallets');
  const { available_balance, reserved_balance, balance, currency } = wallet;
  const isNegative = compareDecimals(available_balance, '0') < 0;
  const figures = [
    { name: 'available', value: available_balance, hint: isNegative ? 'availableNegative' : 'availableHint' },
    { name: 'reserved', value: reserved_balance, hint: 'reservedHint' },
    { name: 'balance', value: balance, hint: 'balanceHint' },
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      {figures.map(({ name, value, hint }) => (
        <Figure key={name} name={t(name)} value={value} currency={currency} size="xl" hint={t(hint)} />
      ))}
    </SimpleGrid>
  );
}
