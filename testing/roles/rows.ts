// The whole table of roles: each call's own rows, else the one that follows from the contract.
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { derivedRow } from './derived.rows.ts';
import { exportRows } from './exports.rows.ts';
import { integrationRows } from './integrations.rows.ts';

import { withKeys } from './key.cells.ts';
import { noteRows } from './notes.rows.ts';
import { pageRows } from './pages.rows.ts';
import { participantRows } from './participants.rows.ts';
import { peopleRows } from './people.rows.ts';
import { personalLinkRows } from './personal-links.rows.ts';
import { reportRows } from './reports.rows.ts';
import { testRows } from './tests.rows.ts';
import { transcriptRows } from './transcripts.rows.ts';
import { viewLinkRows } from './view-links.rows.ts';

const ownRows = [
  ...peopleRows,
  ...integrationRows,
  ...testRows,
  ...noteRows,
  ...reportRows,
  ...exportRows,
  ...participantRows,
  ...transcriptRows,
  ...viewLinkRows,
  ...personalLinkRows,
];
const withOwn = new Set(ownRows.map(({ call }) => call));

const otherRows = Object.entries(api).flatMap(([group, rows]) =>
  Object.entries(rows as Record<string, Endpoint>)
    .filter(([name]) => !withOwn.has(`${group}.${name}`))
    .map(([name, row]) => derivedRow(`${group}.${name}`, row)),
);

export const roleRows = [...ownRows, ...otherRows, ...pageRows].map(withKeys);
