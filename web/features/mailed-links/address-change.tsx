// The card of an e-mail change: from which address to which, and the press that does it.
import type { ReactNode } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { Card } from '#web/ui/card.tsx';

interface AddressChangeProps {
  title: string;
  /** Label and address, in the order of reading. */
  rows: readonly (readonly [string, string])[];
  error: string | undefined;
  children: ReactNode;
  actions: ReactNode;
}

export function AddressChange({ title, rows, error, children, actions }: AddressChangeProps) {
  return (
    <Card aria-labelledby="address-change" className="mx-auto grid max-w-xl gap-6 sm:p-8">
      <h1 id="address-change" className="text-2xl">
        {title}
      </h1>
      <dl className="grid gap-4">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 text-pretty text-muted">{children}</div>
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </Card>
  );
}
