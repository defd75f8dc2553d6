create or replace function rollups.bucket_end(bucket int) returns float8
  language sql immutable strict parallel safe
  return power(1.02::float8, bucket);
