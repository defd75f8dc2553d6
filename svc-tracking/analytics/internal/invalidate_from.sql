-- Has the larger buckets from a moment on built anew, once, instead of changed again and again. Figures stay right meanwhile; queries take longer.
create or replace function rollups.invalidate_from(moment timestamptz) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  one rollups.levels;
  first_at timestamptz;
begin
  for one in select * from rollups.levels where level > 0 loop
    first_at := date_bin(one.width, moment, timestamptz '2000-01-01Z');
    delete from rollups.metric_buckets where level = one.level and starts_at >= first_at;
    update rollups.levels set built_until = least(built_until, first_at) where level = one.level;
  end loop;
end
$$;
