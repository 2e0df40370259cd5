// For a newcomer without a prototype at hand: fills the form with the sample, where one is served.
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { TestForm } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { Button } from '#web/ui/button.tsx';

export function SampleOffer({ form }: { form: UseFormReturn<TestForm> }) {
  const sample = useQuery(aboutQuery).data?.sample;
  if (!sample) return null;
  const fill = () => {
    const options = { shouldValidate: true, shouldDirty: true, shouldTouch: true };
    form.setValue('figmaUrl', sample.prototypeUrl, options);
    // What somebody has written already is theirs.
    const { name, task } = form.getValues();
    if (name.trim() === '') form.setValue('name', sample.name, options);
    if (task.trim() === '') form.setValue('task', sample.task, options);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-accent-soft px-5 py-4">
      <p className="text-sm">
        <span className="font-semibold">No prototype at hand?</span> Try everything with a plant
        shop that comes with Tryout.
      </p>
      <Button variant="secondary" size="sm" onClick={fill}>
        Use the sample prototype
      </Button>
    </div>
  );
}
