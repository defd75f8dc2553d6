-- Whole hours count: those that begin within a range. So ranges that adjoin share none, and the running hour is in `... to now()`.
create or replace function rollups.first_hour(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment + interval '1 hour' - interval '1 microsecond', timestamptz '2000-01-01Z');
