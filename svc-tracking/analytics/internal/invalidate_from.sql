-- Discards the larger buckets from a moment on, so that they are rebuilt once instead of changed again and again.
-- Figures stay right in the meantime, but queries take longer.
create or replace function rollups.invalidate_from(moment timestamptz) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  larger rollups.levels;
  first_at timestamptz;
begin
  for larger in select * from rollups.levels where level > 0 loop
    first_at := date_bin(larger.width, moment, timestamptz '2000-01-01Z');
    delete from rollups.metric_buckets where level = larger.level and starts_at >= first_at;
    update rollups.levels set built_until = least(built_until, first_at) where level = larger.level;
  end loop;
end
$$;
