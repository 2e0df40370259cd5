// One section of the settings: explanation on the left, controls on the right.
import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 border-line border-t py-8 first:border-t-0 first:pt-4 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <div className="mt-1 text-pretty text-muted text-sm">{description}</div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
    </section>
  );
}
