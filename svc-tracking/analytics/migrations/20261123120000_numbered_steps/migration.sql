-- Whether a step shows a number is declared by its release. Until its declaration is read again, steps stay as they were
-- counted: by the question's key.
alter table rollups.steps add column is_numbered boolean not null default false;
comment on column rollups.steps.is_numbered is 'Its question counts and shows a number. The time in the quiz is spent on these steps.';
update rollups.steps set is_numbered = true where question_key ~ '^q[0-9]+$';
