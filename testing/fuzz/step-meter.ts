// Counts what code does, for bounds that no slow machine can break: how often V8 entered each of its
// functions and blocks (precise coverage of the inspector).
import { type Profiler, Session } from 'node:inspector';

export interface StepMeter {
  /** Steps since the last call. */
  take(): number;
  stop(): void;
}

/** Node's own code, and what makes and shrinks inputs. */
const NOT_COUNTED =
  /^node:|\/node_modules\/(?:fast-check|pure-rand|vitest|vite|@vitest)\/|\/testing\/fuzz\//;

/** Code that was loaded before it started counts by functions alone: start it first. */
export function startStepMeter(): StepMeter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      let steps = 0;
      // Answers before it returns: the session is of the same thread.
      session.post('Profiler.takePreciseCoverage', (error, answer) => {
        if (error) throw error;
        steps = answer.result.filter(isCounted).reduce((sum, script) => sum + stepsOf(script), 0);
      });
      return steps;
    },
    stop: () => session.disconnect(),
  };
}

function isCounted({ url }: Profiler.ScriptCoverage): boolean {
  return !NOT_COUNTED.test(url);
}

function stepsOf({ functions }: Profiler.ScriptCoverage): number {
  const ranges = functions.flatMap((one) => one.ranges);
  return ranges.reduce((sum, { count }) => sum + count, 0);
}
