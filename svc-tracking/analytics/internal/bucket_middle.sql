create or replace function rollups.bucket_middle(bucket int) returns float8
  language sql immutable strict parallel safe
  return 2 * power(1.02::float8, bucket) / 2.02;

comment on function rollups.bucket_middle(int) is 'The value that stands for a bucket, in seconds: at most 1 % from any duration in it.';
