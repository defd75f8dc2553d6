-- The rule of (other): clients send paths, variants and releases, and could invent any number of them. One is counted
-- under its own name if tracking.counted_names has it, because the product declares it or because there was room when it
-- was seen first, and only from its `counts_from` on; all others are counted together as (other). What was counted as
-- (other) before stays there. So the key depends only on the name and on a moment that does not change, that of a view's
-- entry or of a visit's or release's first view, and figures are subtracted where they were added.
--
-- Returns the name if it is counted separately at a moment, otherwise no row. Inlined into the calling query as long as
-- it has neither settings nor `strict`, so it costs as much as a join.
create or replace function rollups.name_at(of_kind text, of_name text, at timestamptz) returns table (name text)
  language sql stable
as $$
  select n.name from tracking.counted_names n where n.kind = of_kind and n.name = of_name and n.counts_from <= at
$$;
