-- What people said: a transcript of each recording, made by a recogniser, with what members corrected beside it.

CREATE TABLE transcripts (
  session_id uuid PRIMARY KEY REFERENCES all_sessions ON DELETE CASCADE,
  -- that of its session, which the words are searched by; without a reference, for it goes with its session
  test_id uuid NOT NULL,
  -- of the newest transcription; what an earlier one found stays until this one is there
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'no_sound', 'no_words', 'failed')),
  -- the newest transcription; what an older one still brings is dropped
  run_id uuid NOT NULL,
  requested_by uuid REFERENCES users ON DELETE SET NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- {"reason", "text"} of the last attempt that failed
  failure jsonb,
  -- which transcription the segments are of
  made_by uuid,
  -- host and model
  engine text,
  -- BCP 47; null: the recogniser did not say
  language text,
  -- [{"startMs", "endMs", "text", "words": [{"startMs", "endMs", "text"}]}]
  segments jsonb NOT NULL DEFAULT '[]',
  -- how often members corrected it
  changes integer NOT NULL DEFAULT 0,
  -- segments as they are corrected, folded, one a line
  said text NOT NULL DEFAULT '',
  -- the language's configuration of full text search; null: none, `grams` are searched
  config text,
  -- lexemes at the number of their segment, and one of test and configuration
  search tsvector,
  grams bigint[]
);
-- PostgreSQL would read all of them to count their words.
ALTER TABLE transcripts ALTER COLUMN search SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN grams SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN segments SET STATISTICS 0;
ALTER TABLE transcripts ALTER COLUMN said SET STATISTICS 0;
CREATE INDEX transcripts_test ON transcripts (test_id, config, state);
CREATE INDEX transcripts_user ON transcripts (requested_by);
CREATE INDEX transcripts_search ON transcripts USING gin (search) WITH (fastupdate = off);
CREATE INDEX transcripts_grams ON transcripts USING gin (grams) WITH (fastupdate = off);

-- What a recogniser answered for a part of a long recording, until the last part is there.
CREATE TABLE transcript_parts (
  session_id uuid NOT NULL REFERENCES transcripts ON DELETE CASCADE,
  part integer NOT NULL,
  run_id uuid NOT NULL,
  heard jsonb NOT NULL,
  PRIMARY KEY (session_id, part)
);

CREATE TABLE transcript_corrections (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES transcripts ON DELETE CASCADE,
  -- from 0, of the present transcription; null: none of its segments is the one that was corrected
  segment integer,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  original text NOT NULL,
  text text NOT NULL,
  corrected_by uuid REFERENCES users ON DELETE SET NULL,
  corrected_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (session_id, segment)
);
CREATE INDEX transcript_corrections_user ON transcript_corrections (corrected_by);

-- The word that stands in `search` for a test and a language: whoever searches a test reads its part of the index alone.
CREATE FUNCTION transcript_scope(test uuid, config text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN 'in ' || test || ' ' || config;

-- Stems without accents and case, as `folded` has them. A text of stop words alone has none.
CREATE FUNCTION transcript_stems(config text, given text) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(DISTINCT folded(lexeme)), '{}')
  FROM unnest(to_tsvector(config::regconfig, given)) WHERE length(lexeme) < 400);

-- The words of segments, one a line, each at the number of its segment from 1. What PostgreSQL cannot hold (a megabyte,
-- 16383 places) is left out, the longest words first.
CREATE FUNCTION transcript_search(test uuid, config text, given text) RETURNS tsvector LANGUAGE sql STABLE STRICT
RETURN (
  SELECT coalesce(string_agg(entry, ' '), '')::tsvector || array_to_tsvector(ARRAY[transcript_scope(test, config)])
  FROM (
    SELECT entry, sum(octet_length(entry) + 8) OVER (ORDER BY length(stem), stem) AS bytes
    FROM (
      SELECT stem, '''' || replace(replace(stem, '\', '\\'), '''', '''''') || ''':' || string_agg(n::text, ',' ORDER BY n)
        AS entry
      FROM (
        SELECT DISTINCT unnest(transcript_stems(config, line)) AS stem, least(n, 16383) AS n
        FROM string_to_table(given, E'\n') WITH ORDINALITY AS lines (line, n)
      ) AS stems WHERE stem <> '' GROUP BY stem
    ) AS entries
  ) AS bounded WHERE bytes < 700000
);

-- As `search_grams`, of segments one a line: none reaches over a line's end.
CREATE FUNCTION transcript_grams(test uuid, given text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT coalesce(array_agg(DISTINCT gram), '{}')
  FROM string_to_table(given, E'\n') AS line, unnest(search_grams(test, line)) AS gram);

-- Transcripts of a test in which all these words are said, by full text search in the transcript's own language. Where
-- PostgreSQL knows none of it: those that may contain the text, which a look at `said` tells.
CREATE FUNCTION transcripts_saying(test uuid, given text) RETURNS TABLE (session_id uuid, is_exact boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT transcripts.session_id, true FROM transcripts WHERE search @@ (
    SELECT string_agg(format('(%s)', words), ' | ')::tsquery FROM (
      SELECT (SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')
        FROM unnest(stems || transcript_scope(test, config)) AS word) AS words
      FROM (SELECT config, transcript_stems(config, given) AS stems FROM (
        SELECT DISTINCT one.config FROM transcripts AS one WHERE one.test_id = test AND one.config IS NOT NULL
      ) AS configs) AS each WHERE cardinality(stems) > 0
    ) AS queries)
  UNION ALL
  SELECT transcripts.session_id, false FROM transcripts
  WHERE grams @> wanted_grams(test, given) AND folded(given) <> '';
END;

-- Open pages hear of a transcript that comes, fails or is corrected.
CREATE FUNCTION tell_live_of_transcripts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_session('transcript.changed', NEW.test_id, NEW.session_id);
  RETURN NULL;
END $$;
CREATE TRIGGER live_transcripts AFTER INSERT ON transcripts
  FOR EACH ROW EXECUTE FUNCTION tell_live_of_transcripts();
CREATE TRIGGER live_transcripts_changed AFTER UPDATE ON transcripts
  FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.attempts <> NEW.attempts OR OLD.changes <> NEW.changes)
  EXECUTE FUNCTION tell_live_of_transcripts();
