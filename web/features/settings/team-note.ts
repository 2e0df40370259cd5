// What the Team tab says about its last action; hides by itself (section 8).
import { useState } from 'react';
import { ERROR_ALERT_MS, TOAST_MS } from '#contract/limits.ts';

export interface TeamNote {
  tone: 'success' | 'danger';
  text: string;
  hideMs: number;
}

export function useTeamNote() {
  const [note, setNote] = useState<TeamNote | null>(null);
  const [hide] = useState(() => () => setNote(null));
  return {
    note,
    hide,
    succeed: (text: string) => setNote({ tone: 'success', text, hideMs: TOAST_MS }),
    fail: (text: string) => setNote({ tone: 'danger', text, hideMs: ERROR_ALERT_MS }),
  };
}
