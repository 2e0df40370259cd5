// Types and comments of columns that the migrations do not define; server/platform/db/tables.ts is generated with them.

/**
 * Types of the values of columns, by `table.column`, or by `column` for this column of all tables. The generator adds
 * null, defaults and JSON, unless the type is a `ColumnType`. It imports a type from the file of contract/ or insight/
 * that exports it. A column that references another one has that one's type, and a check such as
 * `state IN ('open', 'over')` makes a union of texts: neither needs a row here.
 */
export const types: Readonly<Record<string, string>> = {
  deleted_at: 'ColumnType<Date | null, never, Date>',
  'all_clips.id': 'ClipId',
  'all_findings.id': 'FindingId',
  'all_findings.severity': 'Severity',
  'all_notes.id': 'NoteId',
  'all_sessions.id': 'SessionId',
  'all_tests.id': 'TestId',
  'all_tests.unique_id': 'UniqueId',
  'all_workspaces.id': 'WorkspaceId',
  'answers.answer': 'ColumnType<StepAnswer | null, string | null, string | null>',
  'api_keys.id': 'ApiKeyId',
  'clicks.unplaced': 'Unplaced',
  'exports.id': 'ExportId',
  'exports.session_ids': 'SessionId[]',
  'invitations.id': 'InvitationId',
  'judgements.outcome': 'Outcome',
  'openings.id': 'OpeningId',
  'openings.obstacle': 'Obstacle',
  'participations.content': 'Partial<Participation>',
  'personal_links.id': 'PersonalLinkId',
  'recordings.upload_id': 'UploadId',
  'reels.id': 'ReelId',
  'reported_nodes.revision_id': 'RevisionId',
  'result_versions.test_id': 'TestId',
  'revisions.id': 'RevisionId',
  'screens.id': 'ScreenImageId',
  'session_consents.items': "Agreement['items']",
  'session_seats.test_id': 'TestId',
  'sign_ins.id': 'SignInId',
  'steps.asks': 'TaskQuestion[]',
  'steps.content': 'Record<string, unknown>',
  'task_runs.computed_outcome': 'Outcome',
  'task_runs.outcome': 'Outcome',
  'test_drafts.content': 'ColumnType<unknown, string, string>',
  'transcript_corrections.id': 'TranscriptCorrectionId',
  'transcripts.grams': 'string[]',
  'transcripts.segments': 'object[]',
  'transcripts.test_id': 'TestId',
  'transcripts.workspace_id': 'WorkspaceId',
  'users.id': 'UserId',
  'view_links.id': 'ViewLinkId',
  'webhook_deliveries.event': "WebhookPayload['type']",
  'webhook_deliveries.id': 'DeliveryId',
  'webhook_deliveries.problem': 'DeliveryProblem',
  'webhooks.events': 'WebhookEvent[]',
  'webhooks.id': 'WebhookId',
  'workspaces.owner_id': 'UserId',
};

/** Comments of columns and tables whose names do not say enough, by `table.column`, `column` or `table`. */
export const comments: Readonly<Record<string, string>> = {
  'all_finding_evidence.clip_id':
    'The clip, or null for another kind and after the clip was deleted.',
  'all_findings.severity': '1 to 4, or null until a member rates the finding.',
  'all_sessions.events_in_a_row': 'Number of stored messages without a gap from number 0.',
  'all_sessions.misclicks': 'Number of misclicks in the runs.',
  'all_sessions.private_link_hash': "SHA-256 of the private link's token.",
  'all_sessions.recorded_for_ms': 'Length of the recording when it closed, or 0 before.',
  'all_sessions.took_part': 'A flag that triggers update, like the counts of tests.',
  'all_tests.recorded_ms': 'Timestamp of the newest recording.',
  'all_workspaces.owner_id':
    'The owner, or null once that account is deleted, which is before the row is removed.',
  'all_workspaces.retention_days':
    'Days after which recordings are deleted, or null if only a person deletes them.',
  'api_keys.last_used_at': 'Time of the last use, to the minute.',
  closed_tests: 'Closed tests of which webhooks were notified.',
  deleted_at: 'Time of deletion for everyone; the job `deleted.remove` removes the row.',
  'invitations.email': 'The invited address, or null once the invitation is over.',
  'invitations.role': 'Role that the invited person receives.',
  opening_counts: 'Counts that a trigger of `openings` writes.',
  'participations.content': 'Fields that a later version adds are missing in older rows.',
  'rate_counts.expire': 'Milliseconds since 1970.',
  'reel_items.clip_id': 'The clip, or null for a title card and after the clip was deleted.',
  'reports.target_percent': 'Percent, or null for a report without a verdict.',
  'revisions.number': 'The number, or null if the revision was changed before it was run.',
  'sign_ins.device': 'Browser and system in words, or empty if they are not known.',
  'sign_ins.ends_at': 'End that no use moves; `expires_at` is never later.',
  'test_drafts.content': 'A later version of the server may have written it.',
  'transcripts.grams':
    'Hashes of `search_grams`, which SQL statements alone read; pg reads them as texts.',
  'transcripts.search': 'Index of the words, which SQL statements alone read.',
  'transcripts.turn': 'Place of the job in the queue: the lowest number is next.',
  'users.verified_email':
    'The address that the issuer confirmed at the last sign-in. The person may change `email`.',
  'view_links.sealed_token':
    'The token, sealed; null for links of version 1.0 and once the link is revoked or withdrawn.',
  'view_links.thing_id':
    'The session, clip or reel, or null if the link shows the whole test and once the participant withdrew.',
  'webhook_deliveries.body': 'JSON in the form that is signed and sent.',
  'webhook_deliveries.status': 'HTTP status of the last answer, or null if there was no answer.',
  webhook_drops: 'Deliveries that were dropped, one or several to a row.',
  'webhook_drops.folded': 'Marks the one row of a day that sums up others.',
  'webhooks.failing_since':
    'Time since which no delivery has arrived, or null if the last one did.',
  'webhooks.retry_at': 'Time before which nothing is sent.',
  'webhooks.sealed_old_secret':
    'The previous secret, which signs beside the new one until `old_secret_until`.',
};
