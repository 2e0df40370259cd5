// Personal links of a test: a pasted list of names becomes links, and a list shows who has taken part.
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Copy, Download, Link2Off } from 'lucide-react';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS, PERSONAL_LINKS_AT_ONCE } from '#contract/limits.ts';
import { personalLinks as calls } from '#contract/personal-links.api.ts';
import type { PersonalLink } from '#contract/personal-links.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { List, ListRow, LoadMore } from '#web/ui/surfaces.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { named, readPastedNames } from './pasted-names.ts';

type Counts = AnswerOf<typeof calls.list>['counts'];

const listKey = (testId: TestId) => [...testQuery(testId).queryKey, 'personal-links'];

function listQuery(testId: TestId, search: string) {
  return infiniteQueryOptions({
    queryKey: [...listKey(testId), search],
    queryFn: ({ signal, pageParam }) =>
      call(calls.list, {
        params: { id: testId },
        query: { limit: 50, cursor: pageParam, ...(search !== '' && { search }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
  });
}

export function PersonalLinks({ testId }: { testId: TestId }) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(listQuery(testId, search));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <NewLinks testId={testId} />
      <QueryStates of="personal links" query={list}>
        {({ pages }) => {
          const [first] = pages;
          const links = pages.flatMap(({ items }) => items);
          if (!first || Object.values(first.counts).every((count) => count === 0)) return null;
          return (
            <section
              aria-label="Personal links of this test"
              className="grid grid-cols-[minmax(0,1fr)] gap-4"
            >
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="tabular-nums">
                  {summaryOf(first.counts)}
                </p>
                <DownloadTable testId={testId} />
              </div>
              <SearchBox
                label="Find a person"
                placeholder="Find a person"
                maxLength={NAME_MAX_CHARACTERS}
                text={typed}
                onTextChange={setTyped}
                className="max-w-80"
              />
              {links.length === 0 ? (
                <p className="text-muted text-sm">No name has this text.</p>
              ) : (
                <List aria-label="Personal links">
                  {links.map((link) => (
                    <Row key={link._id} testId={testId} link={link} />
                  ))}
                </List>
              )}
              <LoadMore
                hasMore={list.hasNextPage}
                busy={list.isFetchingNextPage}
                onLoad={() => void list.fetchNextPage()}
              />
            </section>
          );
        }}
      </QueryStates>
    </div>
  );
}

function summaryOf({ open, started, taken, deleted }: Counts): string {
  const all = open + started + taken + deleted;
  const running = started > 0 ? `, ${started} ${started === 1 ? 'is' : 'are'} taking part now` : '';
  return `${taken + deleted} of ${all} ${all === 1 ? 'person has' : 'people have'} taken part${running}.`;
}

function linksText(count: number): string {
  return count === 1 ? '1 link' : `${count} links`;
}

/** Pastes names and makes links of them. */
function NewLinks({ testId }: { testId: TestId }) {
  const [text, setText] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  const { names, notes, problem } = readPastedNames(text);
  const creating = useCall(() => call(calls.create, { params: { id: testId }, body: { names } }), {
    makesStale: [listKey(testId)],
    onStart: () => setKnown([]),
    onSuccess: ({ links, known }) => {
      setText('');
      setKnown(known);
      if (links.length > 0) toast.success(`${linksText(links.length)} created.`);
    },
    failed: 'The links were not created. Please try again.',
  });
  useUnsavedChanges(text.trim() !== '');
  const canCreate = names.length > 0 && problem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canCreate && !creating.isPending) creating.mutate();
  };
  return (
    <form
      onSubmit={submit}
      aria-labelledby="personal-links"
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4"
    >
      <TextArea
        label="Names or ids"
        hint={`One a line, up to ${PERSONAL_LINKS_AT_ONCE} at once. Only your team sees them.`}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {notes.length > 0 && (
        <p dir="auto" className="break-words text-muted text-sm">
          {notes.join(' ')}
        </p>
      )}
      {known.length > 0 && (
        <Alert tone="info" title="Some names have a link already">
          <p dir="auto" className="break-words">
            No other link was created for {named(known)}.
          </p>
        </Alert>
      )}
      {creating.failure !== undefined && <Alert tone="danger">{creating.failure}</Alert>}
      <div>
        <Button type="submit" disabled={!canCreate} busy={creating.isPending}>
          {names.length > 1 ? `Create ${linksText(names.length)}` : 'Create link'}
        </Button>
      </div>
    </form>
  );
}

function DownloadTable({ testId }: { testId: TestId }) {
  const reading = useCall(() => call(calls.table, { params: { id: testId }, body: {} }), {
    onSuccess: ({ csv }) =>
      saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'personal-links.csv'),
    failed: 'The table was not downloaded. Please try again.',
    onFailure: toast.error,
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download aria-hidden className="size-4" />}
      busy={reading.isPending}
      onClick={() => reading.mutate()}
    >
      Download CSV
    </Button>
  );
}

interface RowProps {
  testId: TestId;
  link: PersonalLink;
}

function Row({ testId, link }: RowProps) {
  const { _id: personalLinkId, name, state } = link;
  const params = { id: testId, personalLinkId };
  const change = (revoked: boolean) => call(calls.change, { params, body: { revoked } });
  const revoking = useCall(change, {
    makesStale: [listKey(testId)],
    staleAfterFailure: true,
    onSuccess: ({ state }) => {
      if (state === 'revoked') {
        toast.undoable('Link revoked.', { onUndo: () => revoking.mutate(false) });
      }
    },
    failed: 'The link was not changed. Please try again.',
    onFailure: toast.error,
  });
  const copying = useCall(() => call(calls.address, { params }), {
    onSuccess: async ({ url }) => {
      if (await copyText(url)) toast.success('Link copied.');
      else toast.error('The browser refused to copy. Download the CSV in its place.');
    },
    failed: 'The link was not copied. Please try again.',
    onFailure: toast.error,
  });
  return (
    <ListRow>
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">
          <Name>{name}</Name>
        </p>
        <StateOfLink link={link} />
      </div>
      {state === 'open' && (
        <div className="-mr-2 flex shrink-0">
          <IconButton
            label={`Copy the link of ${isolateName(name)}`}
            title="Copy link"
            icon={<Copy aria-hidden className="size-5" />}
            aria-busy={copying.isPending || undefined}
            onClick={() => !copying.isPending && copying.mutate()}
          />
          <IconButton
            label={`Revoke the link of ${isolateName(name)}`}
            title="Revoke link"
            tone="danger"
            icon={<Link2Off aria-hidden className="size-5" />}
            aria-busy={revoking.isPending || undefined}
            onClick={() => !revoking.isPending && revoking.mutate(true)}
          />
        </div>
      )}
    </ListRow>
  );
}

const states = {
  open: { text: 'Not used yet', tone: null },
  started: { text: 'Taking part now', tone: 'accent' },
  taken: { text: 'Taken part', tone: 'success' },
  deleted: { text: 'Recording withdrawn or deleted', tone: 'neutral' },
  revoked: { text: 'Revoked', tone: 'warning' },
} as const;

function StateOfLink({ link: { state, stateAt } }: Pick<RowProps, 'link'>) {
  const { text, tone } = states[state];
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm tabular-nums">
      {tone === null ? text : <Badge tone={tone}>{text}</Badge>}
      {stateAt !== null && <span>{formatDateTime(stateAt)}</span>}
    </p>
  );
}
