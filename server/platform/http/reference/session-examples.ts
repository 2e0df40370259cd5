// Example answers of a participant's calls: the link, the session, its end (answer-examples.ts).
import {
  company,
  figmaUrl,
  fileKey,
  recordingId,
  revisionId,
  testId,
  uniqueId,
  uploadId,
  userTimestamp,
} from './example-names.ts';

const said = (message: string) => ({ message });

export const sessionExamples = {
  'sessions.link': {
    test: {
      _id: testId,
      uniqueId,
      name: 'Checkout',
      figmaUrl,
      company,
      task: 'You want to send a plant to a friend. Find one that suits a dark flat and order it.',
    },
    revisionId,
    state: 'open',
    noSpace: null,
    embed: {
      kind: 'prototype',
      src: `https://embed.figma.com/proto/${fileKey}/Shop?embed-host=tests.example.org&client-id=abc&node-id=1-2&hide-ui=1&scaling=scale-down-width`,
      origin: 'https://embed.figma.com',
      messageOrigin: 'https://www.figma.com',
      startNodeId: '1:2',
      fileKey,
    },
    asks: ['did_it', 'ease', 'helped'],
    keptDays: 365,
    transcribedBy: 'recogniser.example.org',
  },
  'sessions.start': {
    session: {
      _id: recordingId,
      userTimestamp,
      participantName: 'Grace Hopper',
      token: `${recordingId}.q2mS0hXo8lZJk3vQ0sBf1w`,
      privateToken: 'Yk3vQ0sBf1wq2mS0hXo8lZ',
      uploadId,
      uploadUrl: `/api/uploads/${uploadId}`,
    },
  },
  'sessions.keepSlot': said('The session goes on.'),
  'sessions.opening': said('The opening is counted.'),
  'sessions.answers': said('Thank you for your answers.'),
  'sessions.events': { stored: 1, full: false },
  'sessions.heatmaps': said('Heatmaps stored.'),
  'sessions.abandon': said('The session has ended.'),
  'sessions.finish': { ...said('Files uploaded successfully.'), userTimestamp },
};
