// The full-screen countdown before the recording: 5 to 1, then 'Go!'.
import { useEffect, useRef } from 'react';

export function Countdown({ value }: { value: number }) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <div
      ref={dialog}
      tabIndex={-1}
      role="dialog"
      aria-modal
      aria-label="The recording starts in a moment"
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-6 bg-canvas"
    >
      <p
        key={value}
        role="timer"
        aria-live="assertive"
        className="appear font-bold text-[clamp(7rem,30vmin,16rem)] text-accent tabular-nums leading-none tracking-[-0.05em]"
      >
        {value > 0 ? value : 'Go!'}
      </p>
      <p className="text-balance px-6 text-center text-lg text-muted">
        Think aloud: say what you see, look for and expect.
      </p>
    </div>
  );
}
