import { Box, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDownload } from './icons';
import { formatBytes, readListFile, type Format, type ListFile, type ListQuery } from './list-file';
import { Problem } from './problem';

interface DownloadButtonsProps {
  /** The list of the API, such as `/api/v1/clients/payouts`. */
  path: string;
  /** The filters of the list that is on the screen. */
  query: ListQuery;
  /** The name of the file, without an extension, if the API suggests none. */
  fileName: string;
}

/** Downloads the whole list as a workbook or as CSV; shows the bytes so far and a button that cancels. */
export function DownloadButtons({ path, query, fileName }: DownloadButtonsProps) {
  const { t, i18n } = useTranslation('ui');
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const download = useMutation({
    mutationFn: async (format: Format) => {
      const controller = new AbortController();
      running.current = controller;
      setBytes(0);
      try {
        const options = { format, language: i18n.language, signal: controller.signal, onProgress: setBytes };
        save(await readListFile(path, query, options), `${fileName}.${format}`);
      } catch (error) {
        // A download that the user cancelled has not failed.
        if (!controller.signal.aborted) throw error;
      }
    },
  });

  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {download.isPending ? (
          <Button variant="default" leftSection={icon} disabled>
            {t('download.running', { size: formatBytes(bytes, i18n.language) })}
          </Button>
        ) : (
          <Button.Group>
            <Button variant="default" leftSection={icon} onClick={() => download.mutate('xlsx')}>
              {t('download.xlsx')}
            </Button>
            <Button variant="default" onClick={() => download.mutate('csv')} aria-label={t('download.csvLabel')}>
              {t('download.csv')}
            </Button>
          </Button.Group>
        )}
        {download.isPending && (
          <Button variant="subtle" onClick={() => running.current?.abort()}>
            {t('cancel')}
          </Button>
        )}
      </Group>
      {download.error && (
        <Box maw={360}>
          <Problem error={download.error} onRetry={() => download.mutate(download.variables)} />
        </Box>
      )}
    </Stack>
  );
}

function save({ content, name }: ListFile, fallback: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? fallback;
  link.click();
  URL.revokeObjectURL(address);
}
