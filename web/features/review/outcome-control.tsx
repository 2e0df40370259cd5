// An outcome with a menu that sets it by hand or excludes the session: beside the session's name, or beside each of
// several tasks.
import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { z } from 'zod/mini';
import type { TestId } from '#contract/ids.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import { outcomes } from '#contract/outcomes.api.ts';
import {
  COUNTED_OUTCOMES,
  exclusionInput,
  type JudgedRun,
  type Outcome,
} from '#contract/outcomes.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { OutcomeBadge, OutcomeSwatch } from '#web/entities/results/outcome-badge.tsx';
import { call } from '#web/lib/api.ts';
import { ApiError, sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { taskName } from './tasks.ts';

const AS_COMPUTED = 'computed';

interface OutcomeControlProps {
  recording: RecordingDetail;
  /** One of several tasks; without it the outcome is that of the only one. */
  run?: RecordingDetail['runs'][number] | undefined;
}

/** A viewer sees only the outcome. */
export function OutcomeControl({ recording, run }: OutcomeControlProps) {
  if (useMayChange()) return <DecidedOutcome recording={recording} run={run} />;
  return <OutcomeBadge outcome={(run ?? recording).judged.outcome} />;
}

function DecidedOutcome({ recording, run }: OutcomeControlProps) {
  const { judged } = run ?? recording;
  const judgement = useJudgement(recording, run);
  const restoration = useExclusionRestoration(recording);
  /** A toast reports the failure. */
  const exclude = async (reason: string | null) => {
    const before = judged.exclusion?.reason ?? null;
    const { basedOn } = await judgement.mutateAsync({ reason });
    toast.undoable(reason === null ? 'Included in results' : 'Excluded from results', {
      subject: `exclusion of ${recording.id}`,
      onUndo: () => restoration.mutate({ reason: before, basedOn: basedOn.exclusion }),
    });
  };
  const [isExcluding, setExcluding] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { label } = outcomeWords[judged.outcome];
  const chosen = judged.override?.outcome ?? AS_COMPUTED;
  const choose = (value: string) => {
    if (value === chosen) return;
    judgement.mutate({ outcome: decidable.find((one) => one === value) ?? null });
  };
  return (
    <>
      {/* The menu is not modal, because a modal menu injects an inline style that the content policy forbids. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          ref={trigger}
          aria-label={`${run ? `${taskName({ run })}, outcome` : 'Outcome'}: ${label}. Change it`}
          aria-busy={judgement.isPending || undefined}
          className="flex h-6 shrink-0 items-center gap-1.5 rounded-full bg-hover pr-1.5 pl-2.5 font-medium text-text text-xs hover:bg-line focus-visible:-outline-offset-2 aria-busy:opacity-60"
        >
          <OutcomeSwatch outcome={judged.outcome} />
          {label}
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="start" sideOffset={6} collisionPadding={8} className={menu}>
            <DropdownMenu.RadioGroup value={chosen} onValueChange={choose}>
              <DropdownMenu.RadioItem value={AS_COMPUTED} className={item}>
                <Dot />
                As computed
                {judged.computed && (
                  <span className="text-muted">{outcomeWords[judged.computed].label}</span>
                )}
              </DropdownMenu.RadioItem>
              <DropdownMenu.Separator className={line} />
              <DropdownMenu.Label className="px-3 pt-1 pb-0.5 text-muted text-xs">
                Decide by hand
              </DropdownMenu.Label>
              {decidable.map((one) => (
                <DropdownMenu.RadioItem key={one} value={one} className={item}>
                  <Dot />
                  <OutcomeSwatch outcome={one} />
                  {outcomeWords[one].label}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            <DropdownMenu.Separator className={line} />
            {judged.exclusion ? (
              <DropdownMenu.Item
                className={item}
                onSelect={() => exclude(null).catch(() => undefined)}
              >
                {run ? 'Include all tasks in results' : 'Include in results'}
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item className={item} onSelect={() => setExcluding(true)}>
                {run ? 'Exclude all tasks from results…' : 'Exclude from results…'}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <ExcludeDialog
        open={isExcluding}
        busy={judgement.isPending}
        onClose={() => {
          setExcluding(false);
          trigger.current?.focus();
        }}
        onExclude={exclude}
      />
    </>
  );
}

const menu =
  'appear z-40 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-60 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-lg';
const item =
  'group flex min-h-control-sm cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:bg-[color:Highlight] forced-colors:data-[highlighted]:text-[color:HighlightText] forced-colors:data-[highlighted]:forced-color-adjust-none';
const line = 'my-1.5 h-px bg-line';

function Dot() {
  return (
    <span
      aria-hidden
      className="grid size-4 shrink-0 place-items-center rounded-full border border-line-strong text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent"
    >
      <span className="hidden size-1.5 rounded-full bg-current group-data-[state=checked]:block forced-colors:bg-[color:Highlight]" />
    </span>
  );
}

type Decision =
  | { outcome: NonNullable<JudgedRun['override']>['outcome'] | null }
  | { reason: string | null };

/** Outcomes that a member may set, or null for the computed one. */
const decidable = [
  ...COUNTED_OUTCOMES,
  'never_began',
  'not_measurable',
] as const satisfies readonly Outcome[];

/** Each decision names the last one that the page shows, so the server rejects the second of two concurrent ones. */
function useJudgement({ id, judged, test }: RecordingDetail, run: OutcomeControlProps['run']) {
  const decide = (decision: Decision) => {
    const params = { sessionId: id };
    const { basedOn } = run?.judged ?? judged;
    const { step } = run ?? {};
    return 'outcome' in decision
      ? call(outcomes.override, { params, body: { ...decision, basedOn: basedOn.outcome, step } })
      : call(outcomes.exclude, { params, body: { ...decision, basedOn: basedOn.exclusion } });
  };
  return useCall(decide, decisionOptions(test._id));
}

/** Undoes an exclusion or its end; rejected if another member decided since. */
function useExclusionRestoration({ id, test }: RecordingDetail) {
  return useCall(
    (body: z.infer<typeof exclusionInput>) =>
      call(outcomes.exclude, { params: { sessionId: id }, body }),
    decisionOptions(test._id),
  );
}

function decisionOptions(testId: TestId) {
  const keys = [queryKeys.recording, queryKeys.results, queryKeys.test];
  return {
    makesStale: keys.map(({ key }) => [...key, testId]),
    staleAfterFailure: true,
    failed: (error: unknown) =>
      error instanceof ApiError && error.code === 'outcome_changed'
        ? 'Another member has changed this outcome. Their decision is now shown.'
        : sentenceOf(error, 'The decision was not saved. Please try again.'),
    onFailure: toast.error,
  };
}

interface ExcludeDialogProps {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  /** Rejects if the change was not saved. */
  onExclude: (reason: string) => Promise<void>;
}

/** Requests the reason why a session is excluded from all numbers; it is stored with the session. */
function ExcludeDialog({ open, busy, onClose, onExclude }: ExcludeDialogProps) {
  const [reason, setReason] = useState('');
  const parsed = exclusionInput.shape.reason.safeParse(reason);
  const isTooLong = reason.trim() !== '' && !parsed.success;
  const close = () => {
    setReason('');
    onClose();
  };
  const exclude = () => {
    if (busy || !parsed.success || parsed.data === null) return;
    // A toast reports the failure; the typed reason stays.
    onExclude(parsed.data).then(close, () => undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Exclude from results"
      description="The recording is kept. Results don’t count it until you include it again."
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button busy={busy} disabled={!parsed.success} onClick={exclude}>
            Exclude
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          exclude();
        }}
      >
        <TextField
          label="Reason"
          dir="auto"
          hint="For example: a test run, or a colleague."
          error={isTooLong ? parsed.error.issues[0]?.message : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
