// The create form beside what it becomes: the participant's first screen, filled while typing.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type TestForm, testForm } from '#contract/tests.ts';
import { testDraft } from '#web/entities/storage-keys.ts';
import { CreateForm } from './create-form.tsx';
import { ParticipantPreview } from './participant-preview.tsx';
import { SectionHeading } from './section-heading.tsx';

const empty: TestForm = { name: '', task: '', figmaUrl: '' };

export function CreateSection({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  const form = useForm<TestForm>({
    resolver: zodResolver(testForm),
    mode: 'onTouched',
    defaultValues: testDraft.read() ?? empty,
  });
  const [name, task] = form.watch(['name', 'task']);
  return (
    <section
      id="create"
      data-scheme="dark"
      className="border-line border-y bg-canvas py-20 text-text md:py-28"
    >
      <div className="landing-measure">
        <SectionHeading title="Start with a task">
          Write down what someone should be able to do. That is most of a good test.
        </SectionHeading>
        <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <CreateForm form={form} onSignInNeeded={onSignInNeeded} />
          <ParticipantPreview name={name} task={task} />
        </div>
      </div>
    </section>
  );
}
