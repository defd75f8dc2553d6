-- A session that its browser has let go of takes no more answers.
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
  IF FOUND THEN
    RETURN 'saved';
  END IF;
  INSERT INTO funnel.responses (session_id, question_key, answer_value)
  SELECT session, question, answer WHERE (SELECT count(*) FROM funnel.responses WHERE session_id = session) < most;
  RETURN CASE WHEN FOUND THEN 'saved' ELSE 'too_many_questions' END;
END
$$;
