// Home of a signed-in person: the workspace's tests (section 2).
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Invitation } from '#contract/invitations.ts';
import { type TestSort, type TestState, testSort } from '#contract/test-list.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import type { InvitationQuestionProps } from '#web/entities/invitation/invitation-question.tsx';
import { invitationsPutOff } from '#web/entities/storage-keys.ts';
import { RetentionNotice } from '#web/entities/workspace/retention-notice.tsx';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useSearchText } from '#web/lib/search-text.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { type ListView, useListView, useVisibleTests, type VisibleTests } from './list-view.ts';
import { TestGrid } from './test-grid.tsx';

export function DashboardPage() {
  usePageTitle('Tests');
  const waiting = useWaitingInvitations();
  const list = useListView();
  const visible = useVisibleTests(list.view);
  const mayChange = useMayChange();
  return (
    <>
      <PageHeader
        title="Tests"
        meta={<Count {...visible} />}
        actions={
          mayChange && (
            <LinkButton
              compact
              to={pages.createTest.href()}
              icon={<Plus aria-hidden className="size-4" />}
            >
              Create test
            </LinkButton>
          )
        }
      />
      <SpaceNotice className="mb-6" />
      <RetentionNotice className="mb-6" />
      <WaitingInvitations waiting={waiting} />
      <ListControls list={list} total={visible.total} />
      <TestGrid list={list} visible={visible} />
      {/* The question about a team invitation comes before the company prompt. */}
      {!waiting.isPending && waiting.visible.length === 0 && <CompanyPrompt />}
    </>
  );
}

/** Number of tests that match the filter. */
function Count({ total, waiting }: Pick<VisibleTests, 'total' | 'waiting'>) {
  if (!total) return null;
  return (
    <span role="status" className="tabular-nums">
      {total.toLocaleString('en')}
      <span className="sr-only">{total === 1 ? ' test' : ' tests'}</span>
      {waiting > 0 && (
        <span title="Appears when you move the pointer away">
          {` · ${waiting} new`}
          <span className="sr-only">, shown when you move the pointer away</span>
        </span>
      )}
    </span>
  );
}

const CompanyPromptForm = lazy(async () => ({
  default: (await loadChunk(() => import('./company-prompt-form.tsx'))).CompanyPromptForm,
}));

/** Prompt for the company's name while the workspace has none. It can be postponed. */
function CompanyPrompt() {
  const { data: info } = useQuery(userInfoQuery);
  const [open, setOpen] = useState(true);
  // Only the owner may name it.
  const needsCompany = info?.company === '' && info.role === 'owner';
  return (
    <Dialog
      open={open && needsCompany}
      onClose={() => setOpen(false)}
      title="Where do you work?"
      description="Participants see this name."
    >
      <Suspense fallback={<Spinner label="Loading the form…" />}>
        <CompanyPromptForm onLater={() => setOpen(false)} />
      </Suspense>
    </Dialog>
  );
}

// Controls above the tests: filter, search by name, order.

interface ListControlsProps {
  list: ListView;
  /** Number of tests that match the filter, or null if unknown. */
  total: number | null;
}

function ListControls({ list, total }: ListControlsProps) {
  const [text, setText] = useSearchText({ search: list.view.search, setSearch: list.setSearch });
  const isOfAll = list.view.search === '' && list.view.state === null;
  // An empty workspace has nothing to filter. The controls still take up space, so that nothing moves when the number
  // arrives.
  const isIdle = isOfAll && total === 0 && text === '';
  return (
    <div
      className={classNames(
        'mb-6 flex flex-wrap items-center justify-between gap-3',
        isIdle && 'invisible',
      )}
    >
      <StateLinks list={list} />
      <div className="flex min-w-0 gap-3 max-md:w-full">
        <SearchBox
          label="Search tests by name"
          placeholder="Search tests"
          maxLength={400}
          text={text}
          onTextChange={setText}
          className="w-64 min-w-0 max-md:grow"
        />
        <Select
          label="Sort by"
          hideLabel
          className="w-44 shrink-0 max-md:w-40"
          options={testSort.options.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
          value={list.view.sort}
          onChange={(event) => list.setSort(testSort.parse(event.target.value))}
        />
      </div>
    </div>
  );
}

const sortLabels: Record<TestSort, string> = {
  activity: 'Last activity',
  created: 'Newest',
  name: 'Name',
  recordings: 'Most recordings',
};

const states: [TestState | null, string][] = [
  [null, 'All'],
  ['recent', 'Recent'],
  ['open', 'Open'],
  ['closed', 'Closed'],
  ['template', 'Templates'],
];

/** Links, so that each one opens in a new tab and the browser's Back button works. */
function StateLinks({ list }: { list: ListView }) {
  return (
    <nav aria-label="Which tests" className="max-md:w-full">
      <ul className="flex rounded-md bg-sunken p-1 inset-ring inset-ring-line">
        {states.map(([state, label]) => (
          <li key={label} className="max-md:grow">
            <Link
              to={list.stateHref(state)}
              preventScrollReset
              aria-current={list.view.state === state ? 'true' : undefined}
              className="flex h-8 items-center justify-center rounded-sm px-3 font-medium max-[24rem]:px-1.5 text-muted text-sm transition-colors hover:text-text aria-[current=true]:bg-raised aria-[current=true]:font-semibold aria-[current=true]:text-text aria-[current=true]:shadow-sm pointer-coarse:h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

// Open invitations above the tests; postponed ones stay hidden in this tab. The code loads with the first one, because
// few people have any.

type Question = ComponentType<InvitationQuestionProps>;

/** @returns undefined while it loads; null if it could not be loaded, and the switcher still lists the invitations */
function useQuestion(isNeeded: boolean): Question | null | undefined {
  const [loaded, setLoaded] = useState<{ question: Question | null }>();
  useEffect(() => {
    if (!isNeeded) return;
    const load = () => import('#web/entities/invitation/invitation-question.tsx');
    loadChunk(load).then(
      ({ InvitationQuestion: question }) => setLoaded({ question }),
      () => setLoaded({ question: null }),
    );
  }, [isNeeded]);
  return loaded?.question;
}

/** Returns the invitation to show, and functions that answer it. */
function useWaitingInvitations() {
  const { data, isPending } = useQuery(invitationsQuery);
  const [putOff, setPutOff] = useState<readonly string[]>(() => invitationsPutOff.read() ?? []);
  // Joined workspaces for which the person has not answered yet whether to open them.
  const [joined, setJoined] = useState<readonly Invitation[]>([]);
  const waiting = (data ?? []).filter(({ _id }) => joined.every((other) => other._id !== _id));
  const isNeeded = waiting.length > 0;
  const question = useQuestion(isNeeded);
  return {
    isPending: isPending || (isNeeded && question === undefined),
    Question: question,
    visible: [...joined, ...waiting].filter(({ _id }) => !putOff.includes(_id)),
    join: (invitation: Invitation) => setJoined((before) => [...before, invitation]),
    putOff: ({ _id }: Invitation) => {
      const next = [...putOff, _id];
      invitationsPutOff.write(next);
      setPutOff(next);
    },
  };
}

function WaitingInvitations({ waiting }: { waiting: ReturnType<typeof useWaitingInvitations> }) {
  const { Question } = waiting;
  if (waiting.visible.length === 0 || !Question) return null;
  return (
    <div className="mb-6 grid gap-4">
      {waiting.visible.map((invitation) => (
        <Question
          key={invitation._id}
          invitation={invitation}
          by={{ invitationId: invitation._id }}
          onJoined={() => waiting.join(invitation)}
          onLater={() => waiting.putOff(invitation)}
          onClose={() => waiting.putOff(invitation)}
        />
      ))}
    </div>
  );
}
