-- A histogram is one number: each bucket is eight decimal digits of it, the lowest bucket the last ones. So `sum()` and
-- `+` add all buckets at once, at the speed of C. It holds while no bucket passes fifty million, below or above zero.
create or replace function rollups.histogram_pack(bucket int, count bigint) returns numeric
  language sql immutable parallel safe
  return (count::text || 'e' || (8 * (bucket + 348))::text)::numeric;

comment on function rollups.histogram_pack(int, bigint) is 'A histogram of one bucket.';
