import type { AccountLanguage } from '../../accounts/domain/account';

/** What a notice to the account reports. */
export type NoticeKind =
  | 'bank_account_created'
  | 'api_key_created'
  | 'user_created'
  | 'user_changed'
  | 'user_deleted'
  | 'password_changed'
  | 'password_reset'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'sign_in_locked';

/** What a change of a user is about. */
export type ChangedField = 'permissions' | 'is_active' | 'password';

export interface NoticeTexts {
  /** Behind each the name of the account. */
  subjects: Readonly<Record<NoticeKind, string>>;
  fields: Readonly<Record<ChangedField, string>>;
  rows: { about: string; changed: string; by: string; when: string; network: string };
  staff: string;
  service: string;
  warning: string;
  /** Of `sign_in_locked`. */
  locked: string;
}

export const NOTICE_TEXTS: Readonly<Record<AccountLanguage, NoticeTexts>> = {
  en: {
    subjects: {
      bank_account_created: 'New bank account',
      api_key_created: 'New API key',
      user_created: 'New user',
      user_changed: 'User changed',
      user_deleted: 'User deleted',
      password_changed: 'Password changed',
      password_reset: 'Password reset',
      second_factor_enabled: 'Second factor turned on',
      second_factor_disabled: 'Second factor turned off',
      sign_in_locked: 'Sign-in locked for an hour',
    },
    fields: { permissions: 'permissions', is_active: 'state', password: 'password' },
    rows: { about: 'What', changed: 'Changed', by: 'By', when: 'When', network: 'Network address' },
    staff: 'our staff',
    service: 'the service',
    warning:
      'If neither you nor a colleague did this, sign in now, choose a new password, sign out everywhere else, undo the ' +
      'change, and contact support.',
    locked:
      'Fifty sign-ins with this address have failed within an hour. Until it is unlocked, signing in works only in ' +
      'browsers in which you signed in before. If it was not you, no one got in: choose a new password if you use yours ' +
      'elsewhere too.',
  },
  es: {
    subjects: {
      bank_account_created: 'Nueva cuenta bancaria',
      api_key_created: 'Nueva clave de API',
      user_created: 'Nuevo usuario',
      user_changed: 'Usuario modificado',
      user_deleted: 'Usuario eliminado',
      password_changed: 'Contraseña cambiada',
      password_reset: 'Contraseña restablecida',
      second_factor_enabled: 'Segundo factor activado',
      second_factor_disabled: 'Segundo factor desactivado',
      sign_in_locked: 'Inicio de sesión bloqueado por una hora',
    },
    fields: { permissions: 'permisos', is_active: 'estado', password: 'contraseña' },
    rows: { about: 'Qué', changed: 'Cambios', by: 'Quién', when: 'Cuándo', network: 'Dirección de red' },
    staff: 'nuestro equipo',
    service: 'el servicio',
    warning:
      'Si no fuiste tú ni alguien de tu equipo, inicia sesión ahora, elige una contraseña nueva, cierra las demás sesiones, ' +
      'deshaz el cambio y escribe a soporte.',
    locked:
      'Cincuenta inicios de sesión con esta dirección fallaron en una hora. Hasta que se desbloquee, solo puedes iniciar ' +
      'sesión en navegadores en los que ya lo hiciste. Si no fuiste tú, nadie entró: elige una contraseña nueva si usas la ' +
      'misma en otro sitio.',
  },
  pt: {
    subjects: {
      bank_account_created: 'Nova conta bancária',
      api_key_created: 'Nova chave de API',
      user_created: 'Novo usuário',
      user_changed: 'Usuário alterado',
      user_deleted: 'Usuário excluído',
      password_changed: 'Senha alterada',
      password_reset: 'Senha redefinida',
      second_factor_enabled: 'Segundo fator ativado',
      second_factor_disabled: 'Segundo fator desativado',
      sign_in_locked: 'Acesso bloqueado por uma hora',
    },
    fields: { permissions: 'permissões', is_active: 'situação', password: 'senha' },
    rows: { about: 'O quê', changed: 'Alterações', by: 'Quem', when: 'Quando', network: 'Endereço de rede' },
    staff: 'nossa equipe',
    service: 'o serviço',
    warning:
      'Se não foi você nem alguém da sua equipe, entre agora, escolha uma nova senha, encerre as outras sessões, desfaça a ' +
      'alteração e fale com o suporte.',
    locked:
      'Cinquenta tentativas de acesso com este endereço falharam em uma hora. Até o desbloqueio, só é possível entrar em ' +
      'navegadores em que você já entrou antes. Se não foi você, ninguém entrou: escolha uma nova senha se usa a mesma em ' +
      'outro lugar.',
  },
};
