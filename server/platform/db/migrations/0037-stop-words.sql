-- Words that mean nothing to a full text search alone, such as 'to be', are searched as a part of the text: all
-- transcripts in such a language may contain it.
CREATE OR REPLACE FUNCTION transcripts_saying(test uuid, given text) RETURNS TABLE (session_id uuid, is_exact boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
  WITH asked AS MATERIALIZED (SELECT config, transcript_stems(config, given) AS stems FROM (
    SELECT DISTINCT one.config FROM transcripts AS one WHERE one.test_id = test AND one.config IS NOT NULL) AS configs)
  SELECT transcripts.session_id, true FROM transcripts WHERE search @@ (
    SELECT string_agg(format('(%s)', words), ' | ')::tsquery FROM (
      SELECT (SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')
        FROM unnest(stems || transcript_scope(test, config)) AS word) AS words
      FROM asked WHERE cardinality(stems) > 0
    ) AS queries)
  UNION ALL
  SELECT transcripts.session_id, false FROM transcripts
  WHERE grams @> wanted_grams(test, given) AND folded(given) <> ''
  UNION ALL
  SELECT transcripts.session_id, false FROM asked JOIN transcripts ON transcripts.test_id = test AND transcripts.config = asked.config
  WHERE cardinality(stems) = 0 AND folded(given) <> '';
END;
