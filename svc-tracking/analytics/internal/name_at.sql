-- Returns the name if it is counted separately at a moment: that of a view's entry, or of a visit's or release's first
-- view. Otherwise no row. Inlined into the calling query as long as it has neither settings nor `strict`, so it costs as
-- much as a join.
create or replace function rollups.name_at(of_kind text, of_name text, at timestamptz) returns table (name text)
  language sql stable
as $$
  select n.name from tracking.counted_names n where n.kind = of_kind and n.name = of_name and n.counts_from <= at
$$;
