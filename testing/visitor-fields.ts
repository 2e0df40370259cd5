// A decision by hand about every field that visitors of links for viewing read, for each call that they may make.
// server/view-links/visitor-fields.test.ts compares it with the contract and with what the server does.
import type { RawAnswer } from '#contract/endpoint.ts';
import type { ViewKind } from '#contract/view-links.ts';

/**
 * `visible`: every visitor gets the value. `withNames`: server/view-links/visitor-answers.ts replaces it unless the link
 * shows names, and for `withTexts` unless it shows what participants wrote. `replaced`: that file always replaces it, at least for one of the call's kinds of links. `withheld`: the
 * call's handler leaves it out (`caller.view ? … : …`), and a test of the handler proves it.
 */
export type Decision = 'visible' | 'withNames' | 'withTexts' | 'replaced' | 'withheld';

/** Decisions by field. A list has those of its items, a union those of all its alternatives. */
export interface Decisions {
  readonly [field: string]: Decision | Decisions;
}

interface VisitorCall {
  kinds: readonly ViewKind[];
  /** The fields of a JSON answer, or the kind of another answer as the contract names it. */
  answer: Decisions | RawAnswer;
}

function decided(decision: Decision): (fields: string) => Decisions {
  return (fields) => Object.fromEntries(fields.split(' ').map((field) => [field, decision]));
}
const visible = decided('visible');
const withNames = decided('withNames');
const withTexts = decided('withTexts');
const replaced = decided('replaced');
const withheld = decided('withheld');

const share = visible('k n share low high');
const typical = visible('n kind value low high q1 q3');
const groupNumber = visible('k n value low high');
const difference = visible('value low high isShown');
const comparedShare = { a: share, b: share, difference };
const comparedTypical = { a: typical, b: typical };
const funnel = {
  ...visible('opened started recorded finished'),
  obstacles: visible('obstacle people'),
  screenedOut: visible('step question answer people'),
};
const image = visible('url width height approximate');
const member = { ...visible('id'), ...withNames('name') };
const test = { ...visible('_id name company'), ...replaced('uniqueId') };
const noteRecording = {
  ...visible('number durationMs state outcome'),
  task: visible('step position'),
  ...withNames('participantName userTimestamp'),
  ...replaced('posterUrl'),
  test,
};
const still = visible('url width height index');
const screen = { ...visible('number name screenId isRenamed isGoal isInDesign picture'), image };
const authorship = {
  ...visible('createdAt version'),
  author: member,
  edited: { ...visible('at'), by: member },
};
const note = { ...authorship, ...visible('id sessionId atMs text tags') };
const answers = { ...visible('didIt ease'), ...withTexts('helped') };
const run = {
  ...visible('step position outcome beganAtMs endedAtMs ended timeToGoalMs'),
  answers,
};
const judged = {
  ...visible('outcome computed'),
  override: { ...withNames('by'), ...visible('at outcome') },
  exclusion: { ...withNames('by'), ...visible('at reason') },
  basedOn: visible('outcome exclusion'),
};
const recording = {
  ...visible(
    'id number startedAt durationMs sizeBytes state endedEarly lastHeardAt silentInMs clicks misclicks posterUrl',
  ),
  ...visible('outcome timeToGoalMs device tasks'),
  ...withNames('userTimestamp participantName'),
  revision: visible('_id number uncertain'),
  answers,
  runs: run,
};
const moment = {
  ...visible('sessionId number outcome atMs durationMs withoutVideo times'),
  ...withNames('userTimestamp participantName'),
  click: visible('x y missed'),
  still,
};
const ofPeople = {
  ...visible('people total revision beingRead'),
  outside: visible('outcome people'),
};
const panelFields = {
  ...visible('number kind shuffled question help pictureId isRequired set text'),
  form: {
    ...visible('type shuffled other none points low high'),
    options: visible('id text pictureId'),
  },
  shownWhen: visible('step is isNot from to'),
  screening: { endsWhen: visible('is isNot from to'), seats: visible('word most') },
};
const answerFields = {
  question: panelFields,
  ...visible('visitors answered predictedSus texts'),
  options: { ...visible('word people text'), share },
  values: visible('from to people'),
  average: typical,
  rank: { ...visible('grade adjective'), percentile: visible('low high') },
  netPromoter: visible('n promoters passives detractors score low high'),
};
const questionFields = {
  ...ofPeople,
  ...answerFields,
  ...visible('items'),
};
const citedClip = {
  ...authorship,
  ...visible('id sessionId fromMs toMs title tags'),
  recording: noteRecording,
  still: replaced('url width height index'),
};

/** Every call of the contract with `viewedBy`, in its order. */
export const visitorCalls: Record<string, VisitorCall> = {
  'tests.overview': {
    kinds: ['results'],
    answer: {
      ...visible('_id name task company closed count_of_recordings createdAt updatedAt'),
      ...visible('storedTimeStamp template withdrawn asks'),
      ...replaced('figmaUrl uniqueId link'),
      running: visible('live silent silentInMs'),
      revision: visible('_id number createdAt hasSessions'),
      goal: visible('kind screens routes regions'),
      steps: {
        ...panelFields,
        ...visible('number kind shuffled variant task asks question help pictureId isRequired'),
        ...visible('set text'),
        ...replaced('figmaUrl'),
        picture: {
          ...visible('mode seconds'),
          regions: { ...visible('number name'), corners: visible('x y') },
        },
        goal: visible('kind screens routes regions'),
      },
      totals: visible('clicks misclicks durationMs averageMs'),
    },
  },
  'stills.poster': { kinds: ['results', 'recording'], answer: 'image' },
  'stills.sheet': { kinds: ['results', 'recording'], answer: 'image' },
  'screens.image': { kinds: ['results', 'recording', 'report'], answer: 'image' },
  'recordings.list': {
    kinds: ['results'],
    answer: { ...visible('nextCursor total'), items: { ...recording, ...visible('sortKey') } },
  },
  'recordings.get': {
    kinds: ['results', 'recording'],
    answer: {
      ...recording,
      ...visible(
        'isPilot variant withoutVideo lacks videoUrl imageSource prototypeState unplaced readAgain',
      ),
      parameters: withNames('name value'),
      consent: visible('version items agreedAt'),
      test: { ...visible('_id name task company revision'), ...replaced('uniqueId figmaUrl') },
      place: {
        ...replaced('position total'),
        newer: replaced('userTimestamp participantName'),
        older: replaced('userTimestamp participantName'),
      },
      stills: visible('url width height timesMs'),
      clickList: visible('screenId atMs handled x y layer'),
      visits: visible('screenId fromMs toMs'),
      screens: visible('screenId imageUrl width height approximate'),
      judged,
      runs: { ...run, ...visible('task'), judged },
      questions: {
        ...visible('visitedAtMs answeredAtMs'),
        question: panelFields,
        answer: { ...visible('chosen'), ...withTexts('other') },
      },
      namedScreens: screen,
    },
  },
  'recordings.video': { kinds: ['results', 'recording'], answer: 'video' },
  'recordings.heatmaps': { kinds: ['results', 'recording'], answer: visible('images') },
  'recordings.heatmapImage': { kinds: ['results', 'recording'], answer: 'png' },
  'notes.ofRecording': {
    kinds: ['results', 'recording'],
    answer: {
      notes: note,
      clips: {
        ...authorship,
        ...visible('id sessionId fromMs toMs title tags'),
        recording: {
          ...visible('number durationMs state outcome posterUrl'),
          task: visible('step position'),
          ...withNames('participantName userTimestamp'),
          test,
        },
        still,
      },
    },
  },
  'clips.get': { kinds: ['clip'], answer: citedClip },
  'clips.video': { kinds: ['report', 'reel', 'clip'], answer: 'video' },
  'results.summary': {
    kinds: ['results'],
    answer: {
      ...ofPeople,
      ...visible('asks helped'),
      funnel,
      outcomes: visible('outcome people'),
      goal: visible('kind screens routes regions'),
      goalSet: visible('at afterSessions'),
      success: share,
      direct: share,
      timeToGoal: {
        average: typical,
        values: visible('sessionId ms isOutlier'),
        histogram: visible('fromMs toMs people'),
      },
      timeOnTask: { ...typical, ...visible('values') },
      lostness: { ...typical, ...visible('leftOut') },
      ease: { ...visible('counts outside'), average: typical },
      didIt: visible('yes no outside'),
      comments: {
        ...visible('sessionId number outcome'),
        ...withNames('participantName'),
        ...withTexts('text'),
      },
      findings: {
        ...visible('kind people of thoughtDone place layer presses mostTimes'),
        screen,
        at: visible('x y'),
        also: visible('place layer people'),
        failures: visible('ofPressers ofOthers others chance'),
      },
      mayBeChance: {
        ...visible('kind people of thoughtDone place layer presses mostTimes'),
        screen,
        at: visible('x y'),
        also: visible('place layer people'),
        failures: visible('ofPressers ofOthers others chance'),
      },
      ends: {
        ...visible('failures unknown'),
        screens: { ...visible('people'), screen },
        others: visible('screens people'),
      },
    },
  },
  'results.overview': {
    kinds: ['results'],
    answer: {
      funnel,
      tasks: {
        ...ofPeople,
        ...visible('step task asks arrivals'),
        success: share,
        timeToGoal: { ...typical, ...visible('values') },
        ease: typical,
      },
      questions: questionFields,
    },
  },
  'results.question': { kinds: ['results'], answer: questionFields },
  'results.texts': {
    kinds: ['results'],
    answer: {
      ...visible('nextCursor total people untagged'),
      // The handler leaves out all items for a link without texts.
      items: {
        ...visible('sessionId number text atMs tags'),
        ...withNames('userTimestamp participantName'),
      },
      tags: { ...visible('tag people'), share },
    },
  },
  'results.choices': {
    kinds: ['results'],
    answer: {
      ...ofPeople,
      revisions: visible('number people createdAt'),
      outcomes: visible('outcome people'),
      screens: { ...screen, ...visible('people') },
      devices: visible('device people'),
      variants: visible('variant people'),
      turns: visible('turn people'),
      parameters: withNames('name value people'),
      answers: visible('answer people'),
      questions: { question: panelFields, answers: visible('answer people') },
      tags: visible('tag people'),
    },
  },
  'results.compare': {
    kinds: ['results'],
    answer: {
      ...visible('field'),
      a: visible('value people revision'),
      b: visible('value people revision'),
      steps: {
        ...visible('a b text inBoth moreOptions'),
        numbers: {
          ...visible('measure unit'),
          option: visible('word text'),
          scale: visible('low high'),
          a: groupNumber,
          b: groupNumber,
          difference,
        },
      },
      success: comparedShare,
      direct: comparedShare,
      thoughtDone: comparedShare,
      gaveUp: comparedShare,
      timeToGoal: comparedTypical,
      ease: comparedTypical,
    },
  },
  'results.screens': {
    kinds: ['results'],
    answer: {
      ...ofPeople,
      screens: {
        ...screen,
        ...visible('visitedBy firstReactedMs clicks misclicks unplaced'),
        missedBy: share,
        cameBack: share,
        endedHere: share,
        firstClickOnRoute: share,
      },
    },
  },
  'results.heat': {
    kinds: ['results'],
    answer: {
      ...ofPeople,
      ...visible('layer weight clicks clickedBy unplaced'),
      screen,
      bins: visible('x y weight'),
      hotSpots: {
        ...visible('place layer reacts people clicks'),
        box: visible('x y width height'),
        leadsTo: visible('number name'),
      },
      otherSpots: visible('places people clicks'),
    },
  },
  'results.paths': {
    kinds: ['results'],
    answer: {
      ...ofPeople,
      ...visible('withoutPath'),
      screens: screen,
      nodes: visible(
        'id column screen others loops people reached ended beyond foldedIn foldedOut',
      ),
      links: visible('from to people'),
      foldedLinks: visible('links people'),
      routes: { ...visible('route people reached direct'), steps: visible('screens loops') },
      otherRoutes: visible('routes people reached'),
    },
  },
  'results.moments': {
    kinds: ['results'],
    answer: { ...visible('nextCursor total times title subtitle'), items: moment, screen },
  },
  'reels.get': {
    kinds: ['reel'],
    answer: {
      ...authorship,
      ...visible('id name clips lengthMs testId'),
      items: { ...visible('id kind text'), clip: citedClip },
    },
  },
  'reels.download': { kinds: ['reel'], answer: 'zip' },
  'findings.report': {
    kinds: ['report'],
    answer: {
      ...visible('testName company'),
      story: {
        ...visible('version title'),
        summary: visible('text isDraft draft isOutdated'),
        nextSteps: visible('text isDraft draft isOutdated'),
        verdict: visible('targetPercent state morePeople step'),
      },
      cover: {
        ...visible('revision at people goalScreens clips'),
        success: share,
        outcomes: visible('outcome people'),
        timeToGoal: typical,
        ease: typical,
        tasks: {
          ...visible('step task arrivals variant'),
          ...{ success: share, outcomes: visible('outcome people') },
          ...{ timeToGoal: typical, ease: typical, start: screen },
        },
        questions: answerFields,
        funnel: visible('opened started screenedOut'),
        definitions: visible('success timeToGoal ease'),
      },
      revisions: {
        ...visible('number task createdAt people excluded from to'),
        devices: visible('device people'),
        ...replaced('prototypeUrl'),
        steps: { ...visible('step kind text variant'), ...replaced('prototypeUrl') },
      },
      findings: {
        ...authorship,
        ...visible('id sentence text isByRule severity recommendation'),
        picture: { screen, area: visible('x y width height') },
        evidence: {
          ...visible('id kind clips'),
          clip: citedClip,
          press: { ...visible('x y atMs'), screen },
          note: { ...note, recording: noteRecording },
          number: {
            ...visible('number title subtitle definition at'),
            ...withNames('filter'),
            ...replaced('moments'),
            value: {
              ...visible('k n share low high is kind value q1 q3 unit values'),
              result: answerFields,
            },
          },
        },
      },
    },
  },
  'transcripts.get': {
    kinds: ['results', 'recording'],
    answer: {
      ...visible('state madeBy language direction'),
      ...withheld('server attempts requestedAt finishedAt startableAt engine'),
      failure: withheld('reason text'),
      segments: {
        ...visible('startMs endMs text'),
        ...withheld('original'),
        words: visible('startMs endMs text'),
        correction: withheld('_id text by at version'),
      },
      unfitting: withheld('_id text by at version startMs endMs original'),
    },
  },
  'transcripts.file': { kinds: ['results', 'recording'], answer: 'text' },
  'transcripts.counts': {
    kinds: ['results'],
    answer: { ...withheld('server'), ...visible('recordings states startableAt') },
  },
  'transcripts.search': {
    kinds: ['results'],
    answer: {
      ...visible('nextCursor people morePeople'),
      items: {
        ...moment,
        ...visible('segment startMs endMs language direction'),
        said: visible('text isMatch'),
      },
    },
  },
};
