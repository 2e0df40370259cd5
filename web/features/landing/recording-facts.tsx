// Recording facts of this installation, in the sentences of the create form. It loads with that form's libraries.
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/entities/query-client.ts';
import { useRecordedTexts } from '#web/entities/test/link-hint.ts';

export function RecordingFacts() {
  return (
    <QueryClientProvider client={queryClient}>
      <Facts />
    </QueryClientProvider>
  );
}

function Facts() {
  return (
    <ul className="mt-3 grid list-disc gap-1 pl-5">
      {useRecordedTexts().map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
