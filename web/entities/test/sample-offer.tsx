// For a person without a prototype at hand: fills a test's form with the sample, where one is served.
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { TestForm } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';

export function SampleOffer({ form }: { form: UseFormReturn<TestForm> }) {
  const sample = useQuery(aboutQuery).data?.sample;
  if (!sample) return null;
  const fill = () => {
    const options = { shouldValidate: true, shouldDirty: true, shouldTouch: true };
    form.setValue('figmaUrl', sample.prototypeUrl, options);
    // Keeps what was written already.
    const { name, task } = form.getValues();
    if (name.trim() === '') form.setValue('name', sample.name, options);
    if (task.trim() === '') form.setValue('task', sample.task, options);
  };
  return (
    <button
      type="button"
      title="A plant shop that comes with Tryout, to try everything with"
      className="-my-0.5 rounded-sm py-0.5 font-semibold text-accent underline underline-offset-4 hover:text-accent-hover"
      onClick={fill}
    >
      Use the sample prototype
    </button>
  );
}
