-- A histogram is one number: each bucket is eight of its decimal digits, the lowest bucket the last eight. `sum()` and
-- `+` therefore add all buckets at once, at the speed of C. This holds while no bucket exceeds fifty million, above or
-- below zero.
create or replace function rollups.histogram_pack(bucket int, count bigint) returns numeric
  language sql immutable parallel safe
  return (count::text || 'e' || (8 * (bucket + 348))::text)::numeric;

comment on function rollups.histogram_pack(int, bigint) is 'A histogram of one bucket.';
