-- One call an answer. The session's row is locked first, so that answers which arrive at once cannot pass the limit together.
CREATE FUNCTION funnel.save_response(session text, question text, answer text, most int) RETURNS text
  LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM FROM funnel.sessions WHERE id = session FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'session_unknown';
  END IF;
  UPDATE funnel.responses SET answer_value = answer, updated_at = now() WHERE session_id = session AND question_key = question;
  IF FOUND THEN
    RETURN 'saved';
  END IF;
  INSERT INTO funnel.responses (session_id, question_key, answer_value)
  SELECT session, question, answer WHERE (SELECT count(*) FROM funnel.responses WHERE session_id = session) < most;
  RETURN CASE WHEN FOUND THEN 'saved' ELSE 'too_many_questions' END;
END
$$;
COMMENT ON FUNCTION funnel.save_response(text, text, text, int) IS 'Writes or replaces an answer: saved, session_unknown, or too_many_questions when the session has answers to so many questions already.';
