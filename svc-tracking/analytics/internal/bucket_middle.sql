create or replace function rollups.bucket_middle(bucket int) returns float8
  language sql immutable strict parallel safe
  return 2 * power(1.02::float8, bucket) / 2.02;

comment on function rollups.bucket_middle(int) is 'The value that represents a bucket, in seconds: within 1 % of any duration in it.';
