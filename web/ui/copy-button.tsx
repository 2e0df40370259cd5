// Copies a text and says so for four seconds.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#contract/limits.ts';
import { Button, type ButtonProps } from './button.tsx';
import { copyText } from './copy-text.ts';

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'icon' | 'onError'> {
  text: string;
  label: string;
  copiedLabel?: string;
  /** Called when the browser refuses. */
  onFailure?: () => void;
}

export function CopyButton({
  text,
  label,
  copiedLabel = 'Copied',
  onFailure,
  ...button
}: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async () => {
    if (await copyText(text)) setCopiedAt(performance.now());
    else onFailure?.();
  };
  const Icon = copiedAt === null ? Copy : Check;
  return (
    <Button
      variant="secondary"
      {...button}
      icon={<Icon aria-hidden className="size-4" />}
      onClick={() => void copy()}
    >
      {copiedAt === null ? label : copiedLabel}
    </Button>
  );
}
