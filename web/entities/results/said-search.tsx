// Finds what people of a test said; the moments open in the drawer. Shown once a recording has a transcript.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { spokenQuery } from '#contract/transcripts.ts';
import { transcriptCountsQuery } from '#web/entities/transcript/transcript.query.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useOpenMoments } from './open-moments.ts';

export function SaidSearch({ testId }: { testId: TestId }) {
  const { data: counts } = useQuery(transcriptCountsQuery(testId));
  const [text, setText] = useState('');
  const openMoments = useOpenMoments();
  if (!counts?.states.ready) return null;
  const search = () => {
    const words = spokenQuery.shape.words.safeParse(text);
    if (!words.success) return;
    openMoments({ query: { of: 'said', words: words.data }, title: `“${words.data}”` });
  };
  return (
    <form
      className="w-56 shrink-0 max-sm:w-full print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <SearchBox
        label="Search what people said"
        placeholder="What people said"
        maxLength={200}
        text={text}
        onTextChange={setText}
        className="w-full"
      />
    </form>
  );
}
