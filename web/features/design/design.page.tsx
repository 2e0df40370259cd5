// All pieces of ui/ on one page, to compare both themes; development only.
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataSamples, StateSamples, TokenSamples } from './content-samples.tsx';
import { ActionSamples, FieldSamples } from './control-samples.tsx';

export function DesignPage() {
  usePageTitle('Design');
  useBreadcrumbs([{ label: 'Design', href: pages.design.href() }]);
  return (
    <>
      <PageHeader title="Design system">Tokens and pieces, as they are in web/ui.</PageHeader>
      <div className="grid gap-14">
        <TokenSamples />
        <ActionSamples />
        <FieldSamples />
        <DataSamples />
        <StateSamples />
      </div>
    </>
  );
}
