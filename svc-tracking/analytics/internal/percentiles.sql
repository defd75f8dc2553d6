create or replace function rollups.percentiles(histogram numeric, shares float8[]) returns float8[]
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  unpacked record;
  total bigint;
  count int;
  bucket int;
  up_to bigint := 0;
  next int := 1;
  found float8[] := '{}';
begin
  select * into unpacked from rollups.histogram_unpack(histogram);
  select sum(greatest(c, 0)) into total from unnest(unpacked.counts) as c;
  if coalesce(total, 0) = 0 then return null; end if;
  bucket := unpacked.first_bucket;
  foreach count in array unpacked.counts loop
    if count > 0 then
      up_to := up_to + count;
      while next <= cardinality(shares) and up_to >= shares[next] * total loop
        found := found || rollups.bucket_middle(bucket);
        next := next + 1;
      end loop;
    end if;
    bucket := bucket + 1;
  end loop;
  return found;
end
$$;

comment on function rollups.percentiles(numeric, float8[]) is 'The durations, in seconds, that these shares of a histogram do not exceed. The shares must ascend. NULL for an empty histogram.';
