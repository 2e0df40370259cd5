// Says why a prototype reported no clicks, where the heatmaps would be: nobody else tells the creator.
import type { RecordingDetail } from '#contract/recordings.ts';
import { Alert } from '#web/ui/alert.tsx';

const notes = {
  sign_in: {
    title: 'The participant was asked to sign in to the design tool',
    text: 'Share the file with anyone who has the link, then invite them again.',
  },
  password: {
    title: 'The participant was asked for the prototype’s password',
    text: 'Take the password off, or tell it to the people you invite.',
  },
  silent: {
    title: 'The prototype reported nothing, not even that it had loaded',
    text: 'Watch the recording: if the prototype shows there, whoever runs this installation should check FIGMA_CLIENT_ID and the allowed origins in the design tool. If it does not show, check its link.',
  },
} as const;

interface PrototypeStateNoteProps {
  state: NonNullable<RecordingDetail['prototypeState']>;
}

export function PrototypeStateNote({ state }: PrototypeStateNoteProps) {
  if (state === 'shown') return null;
  const { title, text } = notes[state];
  return (
    <Alert tone="warning" title={title}>
      {text}
    </Alert>
  );
}
