import { Box, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, readCsv, type CsvFile, type CsvQuery } from './csv-file';
import { Problem } from './problem';

interface CsvButtonProps {
  /** The list of the API, such as `/api/v1/clients/payouts`. */
  path: string;
  /** The filters of the list that is on the screen. */
  query: CsvQuery;
  /** Used when the API suggests no name. */
  fileName: string;
}

/** Downloads the whole list as a file, with the bytes so far and a way to stop. */
export function CsvButton({ path, query, fileName }: CsvButtonProps) {
  const { t, i18n } = useTranslation('ui');
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const download = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      running.current = controller;
      setBytes(0);
      try {
        save(await readCsv(path, query, { signal: controller.signal, onProgress: setBytes }), fileName);
      } catch (error) {
        // Stopping is what the user wanted, not a failure.
        if (!controller.signal.aborted) throw error;
      }
    },
  });

  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download.mutate()}
          disabled={download.isPending}
        >
          {download.isPending ? t('exporting', { size: formatBytes(bytes, i18n.language) }) : t('exportCsv')}
        </Button>
        {download.isPending && (
          <Button variant="subtle" onClick={() => running.current?.abort()}>
            {t('cancel')}
          </Button>
        )}
      </Group>
      {download.error && (
        <Box maw={360}>
          <Problem error={download.error} onRetry={() => download.mutate()} />
        </Box>
      )}
    </Stack>
  );
}

function save({ content, name }: CsvFile, fallback: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? fallback;
  link.click();
  URL.revokeObjectURL(address);
}
