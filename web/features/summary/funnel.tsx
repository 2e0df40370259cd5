// From the opened link to the finished session, with what stopped people; without names.
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Obstacle } from '#contract/obstacles.ts';
import type { ResultSummary } from '#contract/results.ts';
import { wholeText } from '#web/entities/results/number-words.ts';

/** After a number: '1 had no microphone'. */
const obstacleWords: Record<Obstacle, string> = {
  no_microphone: 'had no microphone',
  microphone_refused: 'did not allow the microphone',
  no_camera: 'had no camera',
  camera_refused: 'did not allow the camera',
  sharing_refused: 'did not share the screen',
  browser_unable: 'had a browser that cannot record',
  test_closed: 'came when the test was closed',
  test_full: 'came when the test was full',
  already_taken: 'had taken it already',
};

export function Funnel({ funnel }: Pick<ResultSummary, 'funnel'>) {
  const { opened, started, recorded, finished, obstacles } = funnel;
  const steps = [
    // Links that were opened before openings were counted have none.
    ...(opened >= started ? [{ word: 'opened', people: opened }] : []),
    { word: 'started', people: started },
    { word: 'recorded', people: recorded },
    { word: 'finished', people: finished },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <ol aria-label="From the link to the end" className="flex flex-wrap items-center gap-x-2">
        {steps.map(({ word, people }, at) => (
          <Fragment key={word}>
            {at > 0 && <ChevronRight aria-hidden className="size-4" />}
            <li className="tabular-nums">
              <b className="font-semibold text-text">{wholeText(people)}</b> {word}
            </li>
          </Fragment>
        ))}
      </ol>
      {obstacles.length > 0 && (
        <ul aria-label="What stopped people" className="flex flex-wrap gap-x-2">
          {obstacles.map(({ obstacle, people }) => (
            <li key={obstacle} className="tabular-nums before:mr-2 before:content-['·']">
              {wholeText(people)} {obstacleWords[obstacle]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
