// The whole table of roles.
import { pageRows } from './pages.rows.ts';
import { participantRows } from './participants.rows.ts';
import { peopleRows } from './people.rows.ts';
import { testRows } from './tests.rows.ts';

export const roleRows = [...peopleRows, ...testRows, ...participantRows, ...pageRows];
