-- As in 0029, but the words asked for are stemmed once for each language of the test, not once for each transcript.
CREATE OR REPLACE FUNCTION transcripts_saying(test uuid, given text) RETURNS TABLE (session_id uuid, is_exact boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT transcripts.session_id, true FROM transcripts WHERE search @@ (
    SELECT string_agg(format('(%s)', words), ' | ')::tsquery FROM (
      SELECT (SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')
        FROM unnest(stems || transcript_scope(test, config)) AS word) AS words
      FROM (SELECT config, transcript_stems(config, given) AS stems FROM (
        SELECT DISTINCT one.config FROM transcripts AS one WHERE one.test_id = test AND one.config IS NOT NULL OFFSET 0
      ) AS configs OFFSET 0) AS each WHERE cardinality(stems) > 0
    ) AS queries)
  UNION ALL
  SELECT transcripts.session_id, false FROM transcripts
  WHERE grams @> wanted_grams(test, given) AND folded(given) <> '';
END;
