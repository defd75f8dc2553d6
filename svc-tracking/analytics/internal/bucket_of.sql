-- Each bucket is 2 % wide, so that its middle is at most 1 % off. The first one begins at 0 and ends at one
-- millisecond. Not strict, because greatest() is not either, and queries could not inline it otherwise.
create or replace function rollups.bucket_of(seconds real) returns int2
  language sql immutable parallel safe
  return case when seconds is not null then ceil(ln(greatest(seconds::float8, 0.001)) / ln(1.02::float8))::int2 end;

comment on function rollups.bucket_of(real) is 'The bucket of a duration in seconds: the smallest whole number b with seconds <= 1.02 ^ b.';
