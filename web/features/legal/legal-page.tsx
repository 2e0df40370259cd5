// The frame of the legal texts: a title, a date, and prose in a readable measure.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { aboutQuery } from '#web/entities/about.query.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';

interface LegalPageProps {
  title: string;
  href: string;
  intro: ReactNode;
  children: ReactNode;
}

export function LegalPage({ title, href, intro, children }: LegalPageProps) {
  usePageTitle(title);
  useBreadcrumbs([{ label: title, href }]);
  return (
    <article className="mx-auto max-w-[42rem] pt-4 md:pt-12">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-3 text-lg text-muted">{intro}</p>
      <div className="mt-8 grid gap-8">{children}</div>
    </article>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 [&_li]:mt-1.5 [&_li]:text-pretty [&_ul]:list-disc [&_ul]:pl-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** The installation's support address as a link, or the operator's name if none is set. */
export function SupportAddress() {
  const about = useQuery(aboutQuery);
  const supportEmail = about.data?.supportEmail;
  if (supportEmail === undefined) return <>the operator of this installation</>;
  if (supportEmail === null) {
    return <>the operator of this installation, who has not set a support address yet</>;
  }
  return (
    <a href={`mailto:${supportEmail}`} className="font-semibold text-accent underline">
      {supportEmail}
    </a>
  );
}
