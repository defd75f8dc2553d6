-- Splits a range into segments, each covered by the buckets of one level.
create or replace function rollups.range_segments(from_time timestamptz, to_time timestamptz) returns table (level smallint, from_at timestamptz, to_at timestamptz)
  language plpgsql stable rows 15
  set search_path = pg_catalog, pg_temp
as $$
declare
  level_row rollups.levels;
  left_end constant timestamptz := rollups.first_hour(from_time);
  right_end constant timestamptz := rollups.first_hour(to_time);
  -- What larger buckets cover so far.
  inner_from timestamptz;
  inner_to timestamptz;
  first_at timestamptz;
  last_at timestamptz;
begin
  for level_row in select * from rollups.levels order by levels.level desc loop
    first_at := date_bin(level_row.width, left_end + level_row.width - interval '1 microsecond', timestamptz '2000-01-01Z');
    last_at := date_bin(level_row.width, least(right_end, level_row.built_until), timestamptz '2000-01-01Z');
    continue when first_at >= last_at;
    if inner_from is null then
      inner_from := first_at;
      inner_to := first_at;
    end if;
    if first_at < inner_from then
      level := level_row.level; from_at := first_at; to_at := inner_from; inner_from := first_at;
      return next;
    end if;
    if last_at > inner_to then
      level := level_row.level; from_at := inner_to; to_at := last_at; inner_to := last_at;
      return next;
    end if;
  end loop;
end
$$;
