// The create form beside what it becomes: the participant's first screen, filled while typing.
import { useState } from 'react';
import type { TestForm } from '#contract/tests.ts';
import { CreateForm } from './create-form.tsx';
import { ParticipantPreview } from './participant-preview.tsx';
import { SectionHeading } from './section-heading.tsx';

export function CreateSection({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  const [shown, setShown] = useState<Pick<TestForm, 'name' | 'task'>>({ name: '', task: '' });
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
          <CreateForm onTyping={setShown} onSignInNeeded={onSignInNeeded} />
          <ParticipantPreview {...shown} />
        </div>
      </div>
    </section>
  );
}
