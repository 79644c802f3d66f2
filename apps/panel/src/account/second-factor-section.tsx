import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { EnrolFactor } from './enrol-factor';
import { setUpFactor } from './security-api';
import { TurnFactorOff } from './turn-factor-off';

/** The second factor: off, being set up, or on. */
export function SecondFactorSection() {
  const { t } = useTranslation('account');
  const { second_factor: isOn } = useSession().user;
  const { mutate: begin, data: setUp, reset, isPending, error } = useMutation({ mutationFn: setUpFactor });
  const [password, setPassword] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  return (
    <Section framed title={t('factor.title')} text={t('factor.text')}>
      {setUp ? (
        <EnrolFactor setUp={setUp} onDone={reset} />
      ) : (
        <Group justify="space-between">
          <Group gap="sm">
            <Status value={isOn ? 'active' : 'inactive'} />
            <Text size="sm">{t(isOn ? 'factor.isOn' : 'factor.isOff')}</Text>
          </Group>
          {isOn ? (
            <Button variant="default" onClick={() => setAsksForCode(true)}>
              {t('factor.turnOff')}
            </Button>
          ) : (
            <Group align="end" gap="sm">
              <PasswordInput
                label={t('password.current')}
                autoComplete="current-password"
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
              />
              <Button onClick={() => begin({ password })} disabled={password === ''} loading={isPending}>
                {t('factor.setUp')}
              </Button>
            </Group>
          )}
        </Group>
      )}
      {error && <Problem error={error} />}
      {asksForCode && <TurnFactorOff onClose={() => setAsksForCode(false)} />}
    </Section>
  );
}
