// Copies a text and confirms it for four seconds.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#contract/limits.ts';
import { Button, type ButtonProps, IconButton } from './button.tsx';

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'icon' | 'onError'> {
  text: string;
  label: string;
  copiedLabel?: string;
  /** `icon`: a picture alone; the label is read out and shown as the browser's hint. */
  look?: 'button' | 'icon';
  /** Called when the browser refuses. */
  onFailure?: () => void;
}

export function CopyButton({
  text,
  label,
  copiedLabel = 'Copied',
  look = 'button',
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
  const icon = <Icon aria-hidden className="size-4" />;
  const visibleLabel = copiedAt === null ? label : copiedLabel;
  const onClick = () => void copy();
  if (look === 'icon') {
    return (
      <>
        <IconButton
          className={button.className}
          label={visibleLabel}
          icon={icon}
          onClick={onClick}
        />
        <span aria-live="polite" className="sr-only">
          {copiedAt !== null && copiedLabel}
        </span>
      </>
    );
  }
  return (
    <Button variant="secondary" {...button} icon={icon} onClick={onClick}>
      {visibleLabel}
    </Button>
  );
}

/** Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No secure context, or no permission: the older way needs neither.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Inside an open dialog, everything outside it cannot take the selection.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
