// What a participant will meet first, filled in while the create form is typed.
interface ParticipantPreviewProps {
  name: string;
  task: string;
}

export function ParticipantPreview({ name, task }: ParticipantPreviewProps) {
  return (
    <figure className="grid min-w-0 content-start gap-4">
      <figcaption className="text-muted text-sm">What participants see</figcaption>
      <div
        data-scheme="light"
        className="rounded-xl border border-line bg-surface px-6 py-8 text-text sm:px-10 sm:py-10"
      >
        <p className="text-2xl font-semibold [overflow-wrap:anywhere]">
          {name.trim() || 'Name of your test'}
        </p>
        <p className="mt-6 font-semibold text-sm">Task</p>
        <p
          className={`mt-1 min-h-24 whitespace-pre-line [overflow-wrap:anywhere] ${task.trim() ? '' : 'text-muted'}`}
        >
          {task.trim() || 'What you write as the task appears here, in your own words.'}
        </p>
        <div aria-hidden>
          <p className="mt-6 font-semibold text-sm">Name</p>
          <div className="mt-1.5 h-11 rounded-md border border-line-strong" />
          <p className="mt-4 text-muted text-sm">
            By continuing, you consent to camera, microphone, and screen recording access.
          </p>
          <div className="mt-6 inline-flex h-10 items-center rounded-md bg-ink px-4 font-semibold text-on-ink text-sm">
            Continue
          </div>
        </div>
      </div>
    </figure>
  );
}
