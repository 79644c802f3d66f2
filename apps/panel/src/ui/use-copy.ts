import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotify } from './use-notify';

const SHOWN_MS = 2_000;

/** Copies a text; `copied` is true for a moment afterwards. A notification reports a failure. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const { t } = useTranslation('ui');
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = useCallback(() => {
    copyText(text).then(
      () => {
        setCopied(true);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => setCopied(false), SHOWN_MS);
      },
      () => notify(t('copyFailed')),
    );
  }, [text, notify, t]);
  return { copied, copy };
}

/** Browsers offer the clipboard to scripts only over https; over http, `execCommand` still works. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const { activeElement: before } = document;
  // Within an open dialog, which keeps the focus inside itself.
  (before?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  // Deprecated, but the only way without https.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isDone = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isDone) throw new Error('the browser did not copy');
}
