// Who opened the link of a test and what became of them, without names: opened, screened out, started, recorded, finished.
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Obstacle } from '#contract/obstacles.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { summaryQuery } from '#web/entities/results/results.query.ts';
import { Card } from '#web/ui/surfaces.tsx';

/** After a number: '1 had no microphone'. */
const obstacleWords: Record<Obstacle, string> = {
  no_microphone: 'had no microphone',
  microphone_refused: 'did not allow the microphone',
  no_camera: 'had no camera',
  camera_refused: 'did not allow the camera',
  sharing_refused: 'did not share the screen',
  browser_unable: 'used a browser that cannot record',
  test_closed: 'came after the test closed',
  test_full: 'found no free place',
  already_taken: 'had already taken the test',
};

/** Steps from the opened link to the finished session, with obstacles and without names. */
export function Funnel({ funnel }: Pick<ResultSummary, 'funnel'>) {
  const { opened, started, recorded, finished, obstacles, screenedOut } = funnel;
  const steps = [
    // Openings of older links were not counted.
    ...(opened >= started ? [{ word: 'opened', people: opened }] : []),
    { word: 'started', people: started },
    { word: 'recorded', people: recorded },
    { word: 'finished', people: finished },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <ol aria-label="From invitation to finish" className="flex flex-wrap items-center gap-x-2">
        {steps.map(({ word, people }, at) => (
          <Fragment key={word}>
            {at > 0 && <ChevronRight aria-hidden className="size-4" />}
            <li className="tabular-nums">
              <b className="font-semibold text-text">{wholeText(people)}</b> {word}
            </li>
          </Fragment>
        ))}
      </ol>
      {screenedOut.length > 0 && (
        <ul aria-label="Who was screened out" className="flex flex-wrap gap-x-3 gap-y-1">
          {screenedOut.map(({ step, question, answer, people }) => (
            <li key={`${step} ${answer}`} className="rounded-full bg-sunken px-2 tabular-nums">
              {wholeText(people)} screened out by “{answer}”
              <span className="sr-only"> to {question}</span>
            </li>
          ))}
        </ul>
      )}
      {obstacles.length > 0 && (
        <ul aria-label="What stopped people" className="flex flex-wrap gap-x-3 gap-y-1">
          {obstacles.map(({ obstacle, people }) => (
            <li key={obstacle} className="rounded-full bg-sunken px-2 tabular-nums">
              {wholeText(people)} {obstacleWords[obstacle]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shown before the first recording: those who opened the link, if there are any. */
export function FirstOpenings({ test }: { test: TestOverview }) {
  const funnel = useQuery(summaryQuery(test._id, {})).data?.funnel;
  if (!funnel || funnel.opened === 0) return null;
  return (
    <Card aria-labelledby="openings" className="grid gap-2">
      <h2 id="openings" className="text-lg">
        Opened links
      </h2>
      <Funnel funnel={funnel} />
    </Card>
  );
}
