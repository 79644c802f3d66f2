import type { Permission } from './session/session';
import {
  IconAddressBook,
  IconBuildingBank,
  IconCash,
  IconCode,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconSend,
  IconSettings,
  IconUsers,
  IconWallet,
  IconWebhook,
  IconMailForward,
  type Icon,
} from './ui/icons';

interface Entry {
  to: string;
  /** Other addresses that belong to the entry. */
  alsoAt?: readonly string[];
  /** The key of its text below `nav`. */
  label: string;
  icon: Icon;
  /** Any one of these shows the entry; an empty list shows it to all users. */
  permissions: readonly Permission[];
}

/** The entries of the navigation, in groups. */
export const NAVIGATION: readonly { group: string; entries: readonly Entry[] }[] = [
  {
    group: 'money',
    entries: [
      { to: '/', label: 'home', icon: IconHome, permissions: [] },
      { to: '/wallets', label: 'wallets', icon: IconWallet, permissions: ['view_balance_movements'] },
    ],
  },
  {
    group: 'collect',
    entries: [
      { to: '/links', label: 'links', icon: IconLink, permissions: ['create_payins', 'view_payins'] },
      { to: '/payments', label: 'payments', icon: IconCash, permissions: ['view_payins'] },
    ],
  },
  {
    group: 'payOut',
    entries: [
      {
        to: '/payouts',
        alsoAt: ['/transfers'],
        label: 'payouts',
        icon: IconSend,
        permissions: ['view_payouts', 'create_payouts'],
      },
      {
        to: '/beneficiaries',
        label: 'beneficiaries',
        icon: IconAddressBook,
        permissions: ['manage_beneficiaries'],
      },
      {
        to: '/bank-accounts',
        label: 'bankAccounts',
        icon: IconBuildingBank,
        permissions: ['manage_account'],
      },
    ],
  },
  {
    group: 'integrate',
    entries: [
      { to: '/first-request', label: 'firstRequest', icon: IconCode, permissions: ['manage_api_keys'] },
      { to: '/keys', label: 'keys', icon: IconKey, permissions: ['manage_api_keys'] },
      { to: '/webhooks', label: 'webhooks', icon: IconWebhook, permissions: ['manage_webhooks'] },
      { to: '/deliveries', label: 'deliveries', icon: IconMailForward, permissions: ['manage_webhooks'] },
    ],
  },
  {
    group: 'account',
    entries: [
      { to: '/team', label: 'team', icon: IconUsers, permissions: ['manage_account'] },
      { to: '/audit-log', label: 'auditLog', icon: IconHistory, permissions: ['manage_account'] },
      { to: '/account', label: 'account', icon: IconSettings, permissions: [] },
    ],
  },
];
