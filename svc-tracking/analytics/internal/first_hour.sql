-- A range counts the whole hours that begin in it: adjoining ranges share none, and `... to now()` has the current one.
create or replace function rollups.first_hour(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment + interval '1 hour' - interval '1 microsecond', timestamptz '2000-01-01Z');
