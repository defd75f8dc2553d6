-- Paths and variants are counted by their own names as far as tracking.counted_names has them, all others as (other).
-- Whether it has one depends on the name and on the moment of the view or visit alone, so that a figure is always taken
-- back from where it was added.
create or replace function rollups.counted_name(name text, known text) returns text
  language sql immutable parallel safe
  return case when name is null or name = '' then '' else coalesce(known, '(other)') end;

comment on function rollups.counted_name(text, text) is 'The name that is counted: itself when it is known, else (other); empty for none.';
