-- Who sent the form of a payment whose money comes days later, beside the address that is kept already: the name, and the
-- answers that the course is planned by. Somebody else may use that browser meanwhile. Empty again once the course has both.
ALTER TABLE funnel.checkouts
  ADD COLUMN name text,
  ADD COLUMN plan_answers jsonb;
