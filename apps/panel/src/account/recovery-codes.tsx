import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy';
import { IconAlertTriangle } from '../ui/icons';
import { useStayOnPage } from '../ui/use-stay-on-page';

/** The recovery codes, shown only once. The user can leave the page after confirming that the codes are stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('account');
  const [areKept, setKept] = useState(false);
  const allowLeaving = useStayOnPage(true);
  const finish = () => {
    allowLeaving();
    onDone();
  };
  const text = codes.join('\n');
  return (
    <Stack gap="md" maw={480}>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('recovery.title')} role="status">
        {t('recovery.text')}
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code block>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text} label={t('recovery.title')} />
        <Button variant="default" onClick={() => download(text)}>
          {t('recovery.download')}
        </Button>
      </Group>
      <Checkbox
        label={t('recovery.kept')}
        checked={areKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Group>
        <Button onClick={finish} disabled={!areKept}>
          {t('recovery.done')}
        </Button>
      </Group>
    </Stack>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'servicepay-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
