import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { walletsQuery, type Wallet } from './queries';

/** Labels a wallet by its currency, and also by its lane if another wallet has the same currency. */
export function useWalletLabel(): (wallet: { id: string; currency: string }) => string {
  const { t } = useTranslation('ui');
  const { data: wallets = [] } = useQuery(walletsQuery);
  return ({ id, currency }) => {
    const alike = wallets.filter((wallet: Wallet) => wallet.currency === currency);
    const lane = alike.find((wallet) => wallet.id === id)?.lane;
    return lane === undefined || alike.length === 1 ? currency : t(`walletOf.${lane}`, { currency });
  };
}
