-- Which rows of which level make up a range.
create or replace function rollups.range_segments(from_time timestamptz, to_time timestamptz) returns table (level smallint, from_at timestamptz, to_at timestamptz)
  language plpgsql stable rows 15
  set search_path = pg_catalog, pg_temp
as $$
declare
  one rollups.levels;
  left_end constant timestamptz := rollups.first_hour(from_time);
  right_end constant timestamptz := rollups.first_hour(to_time);
  -- What larger buckets have taken so far.
  inner_from timestamptz;
  inner_to timestamptz;
  first_at timestamptz;
  last_at timestamptz;
begin
  for one in select * from rollups.levels order by levels.level desc loop
    first_at := date_bin(one.width, left_end + one.width - interval '1 microsecond', timestamptz '2000-01-01Z');
    last_at := date_bin(one.width, least(right_end, one.built_until), timestamptz '2000-01-01Z');
    continue when first_at >= last_at;
    if inner_from is null then
      inner_from := first_at;
      inner_to := first_at;
    end if;
    if first_at < inner_from then
      level := one.level; from_at := first_at; to_at := inner_from; inner_from := first_at;
      return next;
    end if;
    if last_at > inner_to then
      level := one.level; from_at := inner_to; to_at := last_at; inner_to := last_at;
      return next;
    end if;
  end loop;
end
$$;
