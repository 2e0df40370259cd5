// Tables of how people take part in a test.
import type { ColumnType, Generated } from 'kysely';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { Participation } from '#contract/participation.ts';
import type { PersonalLinkId } from '#contract/personal-links.ts';
import type { Agreement } from '#contract/sessions.ts';

interface Participations {
  test_id: TestId;
  /** Fields that a later version adds are missing in older rows. */
  content: ColumnType<Partial<Participation>, string, string>;
}

interface SessionParameters {
  session_id: SessionId;
  name: string;
  value: string;
}

interface SessionSeats {
  session_id: SessionId;
  test_id: TestId;
  step: number;
  word: string;
}

interface PersonalLinks {
  id: PersonalLinkId;
  test_id: TestId;
  name: string;
  token_hash: Buffer;
  sealed_token: string;
  created_at: ColumnType<Date, undefined, never>;
  revoked_at: Date | null;
  used_at: Date | null;
  session_id: SessionId | null;
}

interface ConsentTexts {
  workspace_id: WorkspaceId;
  version: number;
  text: string;
  created_at: Generated<Date>;
}

interface SessionConsents {
  session_id: SessionId;
  version: number | null;
  items: Agreement['items'];
  agreed_at: Generated<Date>;
}

export interface ParticipationTables {
  consent_texts: ConsentTexts;
  session_consents: SessionConsents;
  participations: Participations;
  session_parameters: SessionParameters;
  session_seats: SessionSeats;
  personal_links: PersonalLinks;
}
