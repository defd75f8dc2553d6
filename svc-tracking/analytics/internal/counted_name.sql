-- Applies the rule in name_at.sql, whose result is `known`, to a name that may be missing.
create or replace function rollups.counted_name(name text, known text) returns text
  language sql immutable parallel safe
  return case when name is null or name = '' then '' else coalesce(known, '(other)') end;

comment on function rollups.counted_name(text, text) is 'The name to count under: the name itself if it is known, otherwise (other); empty for none.';
