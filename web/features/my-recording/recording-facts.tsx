// Stored data of a participant's recording: the video with sound, the task, and the answers.
import type { ReactNode } from 'react';
import type { MyRecording } from '#contract/my-recording.ts';
import { formatDate, formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';

interface RecordingFactsProps {
  recording: MyRecording;
  /** The video's address may have expired. */
  onOldVideo: () => void;
}

export function RecordingFacts({ recording, onOldVideo }: RecordingFactsProps) {
  const { testName, company, videoUrl, endedAt, deletedAfter } = recording;
  usePageTitle('Your recording');
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl sm:text-3xl">Your recording</h1>
        <p className="text-muted">
          <Name>{testName}</Name>
          {company !== '' && (
            <>
              {' · '}
              <Name>{company}</Name>
            </>
          )}
        </p>
      </header>
      {endedAt === null && (
        <Alert tone="info">
          It is still being recorded, or parts of it are on their way. You can withdraw it all the
          same.
        </Alert>
      )}
      {videoUrl === null ? (
        <Alert tone="info">
          {endedAt === null
            ? 'No video has arrived.'
            : 'There is no recording: clicks and answers alone are stored.'}
        </Alert>
      ) : (
        <Video url={videoUrl} onFailure={onOldVideo} />
      )}
      <Card aria-label="Stored data">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Facts recording={recording} />
        </dl>
      </Card>
      {deletedAfter !== null && (
        <p className="text-muted text-sm">
          {Date.parse(deletedAfter) > Date.now()
            ? `It is deleted after ${formatDate(deletedAfter)} in any case, by the rule of this team.`
            : 'The team deletes recordings automatically, this one within the next weeks.'}
        </p>
      )}
    </>
  );
}

function Video({ url, onFailure }: { url: string; onFailure: () => void }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: a recording has no captions of its own.
    <video
      controls
      playsInline
      preload="metadata"
      src={url}
      // An address lasts two hours, and the next one is part of the recording. A failure does not loop, because the address
      // differs.
      onError={({ currentTarget }) => {
        if (currentTarget.readyState > 0) onFailure();
      }}
      className="aspect-video w-full rounded-lg border border-line bg-black"
    />
  );
}

function Facts({ recording }: { recording: MyRecording }) {
  const { task, participantName, startedAt, durationMs, clicks } = recording;
  return (
    <>
      <Fact term="Date">{formatDateTime(startedAt)}</Fact>
      <Fact term="Length">
        {durationMs === null ? 'Not known yet' : formatDuration(durationMs)}
      </Fact>
      <Fact term="Name you gave">
        <Name>{participantName}</Name>
      </Fact>
      <Fact term="Clicks in the prototype">{clicks}</Fact>
      <Fact term="Task" isWide>
        <span dir="auto" className="whitespace-pre-line">
          {task}
        </span>
      </Fact>
      <Answers recording={recording} />
    </>
  );
}

function Answers({ recording: { asks, answers } }: { recording: MyRecording }) {
  if (answers === null) {
    return (
      asks.length > 0 && (
        <Fact term="Your answers" isWide>
          <span className="text-muted">You did not answer any questions.</span>
        </Fact>
      )
    );
  }
  const { didIt, ease, helped } = answers;
  return (
    <>
      {didIt !== null && <Fact term="Did you do what was asked?">{didIt ? 'Yes' : 'No'}</Fact>}
      {ease !== null && <Fact term="How easy was it?">{ease} of 7, where 7 is very easy</Fact>}
      {helped !== null && (
        <Fact term="What would have helped?" isWide>
          <span dir="auto" className="whitespace-pre-line">
            {helped}
          </span>
        </Fact>
      )}
    </>
  );
}

interface FactProps {
  term: string;
  children: ReactNode;
  isWide?: boolean;
}

function Fact({ term, children, isWide = false }: FactProps) {
  return (
    <div className={isWide ? 'sm:col-span-2' : undefined}>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
