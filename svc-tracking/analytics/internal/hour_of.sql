create or replace function rollups.hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, timestamptz '2000-01-01Z');
