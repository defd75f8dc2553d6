-- Paths and variants are counted under their own names if tracking.counted_names has them, all others as (other). This
-- depends only on the name and on the time of the view or visit, so that figures are subtracted where they were added.
create or replace function rollups.counted_name(name text, known text) returns text
  language sql immutable parallel safe
  return case when name is null or name = '' then '' else coalesce(known, '(other)') end;

comment on function rollups.counted_name(text, text) is 'The name to count under: the name itself if it is known, otherwise (other); empty for none.';
