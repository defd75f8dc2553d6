-- The change table: what others count of the funnel's rows changed. The service writes it in the transaction of those
-- rows; a reader deletes what it has read. Nothing refers to it and nothing listens to it, so that no reader can refuse
-- an answer or a payment.
CREATE TABLE funnel.changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  session_id text NOT NULL,
  kind text NOT NULL DEFAULT 'changed',
  changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT changes_pkey PRIMARY KEY (id),
  CONSTRAINT changes_kind_check CHECK (kind IN ('changed', 'forgotten'))
);
COMMENT ON TABLE funnel.changes IS 'Sessions whose answers, orders, origin or variant changed. Readers delete the rows that they have read. Ids are not in the order of commits.';
COMMENT ON COLUMN funnel.changes.kind IS 'changed: read the session again, it may be gone; forgotten: retention deleted it, and what it added to counts stays.';

-- An answer that is stored is recorded with it, in one call.
CREATE OR REPLACE FUNCTION funnel.save_response(session text, question text, answer text, most int) RETURNS text
  LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM FROM funnel.sessions WHERE id = session AND released_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'session_unknown';
  END IF;
  UPDATE funnel.responses SET answer_value = answer, updated_at = now() WHERE session_id = session AND question_key = question;
  IF NOT FOUND THEN
    INSERT INTO funnel.responses (session_id, question_key, answer_value)
    SELECT session, question, answer WHERE (SELECT count(*) FROM funnel.responses WHERE session_id = session) < most;
    IF NOT FOUND THEN
      RETURN 'too_many_questions';
    END IF;
  END IF;
  INSERT INTO funnel.changes (session_id) VALUES (session);
  RETURN 'saved';
END
$$;
