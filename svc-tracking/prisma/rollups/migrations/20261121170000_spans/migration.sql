-- What analysts ask is answered from sums over spans of time. Every sum is kept for each hour, and for larger spans
-- once they are over, so that a range of any length is a few rows a key. Changes arrive as deltas, in the transaction
-- of the rows that they are about; a query adds those that are not folded in yet.
create schema if not exists analytics;
comment on schema analytics is 'For analysts: views and functions without anything that leads to a person. Read docs/analysts.md.';
comment on schema rollups is 'Sums behind schema analytics. They follow from the rows of the other schemas and are never edited by hand.';

create table rollups.levels (
  level smallint primary key,
  width interval not null,
  -- Spans that begin before this moment are there. All are aligned to the first moment of 2000 (UTC).
  built_until timestamptz not null
);
insert into rollups.levels
  select place - 1, width, case when place = 1 then 'infinity' else date_bin(width, now(), timestamptz '2000-01-01Z') end
  from unnest('{1 hour,3 hours,12 hours,1 day,2 days,4 days,8 days,16 days,32 days,64 days}'::interval[]) with ordinality as w (width, place);
comment on table rollups.levels is 'Widths of spans, each a multiple of the one before: at most a few of each make up any range.';

-- A kind of thing and what it is counted by: 'page' by path, 'stayed', 'left' and 'answered' by step, 'began' and
-- 'bounced' by path, 'campaign' by campaign, 'answer' by question and option, 'asked' by question. 'views' and
-- 'visitors' are the totals of 'page' and 'campaign'.
create table rollups.spans (
  kind text not null,
  -- '' for none, '*' for all together.
  variant text not null,
  level smallint not null references rollups.levels,
  starts_at timestamptz not null,
  key text not null,
  n bigint not null,
  -- How many of n have a duration, and its sum.
  timed bigint not null,
  sum_ms bigint not null,
  -- The durations as a histogram: bucket numbers and how many fell into each.
  buckets int2[] not null,
  counts int4[] not null,
  primary key (kind, variant, level, starts_at, key)
);
comment on table rollups.spans is 'One row a kind, variant, span of time and key: how many, and the histogram of their durations.';

create table rollups.deltas (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  kind text not null,
  key text not null,
  variant text not null,
  -- 1 or -1: what a row says now, or what it said before.
  sign smallint not null,
  n bigint not null,
  timed bigint not null default 0,
  sum_ms bigint not null default 0,
  buckets int2[]
);
comment on table rollups.deltas is 'Changes that are not folded into spans yet, by hour.';

create function rollups.hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, timestamptz '2000-01-01Z');

-- Whole hours count: those that begin within a range. So ranges that adjoin share none, and the running hour is in `... to now()`.
create function rollups.first_hour(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment + interval '1 hour' - interval '1 microsecond', timestamptz '2000-01-01Z');

-- Each bucket is 2 % wide, so that its middle is at most 1 % off. The first one begins at 0 and ends at a millisecond.
-- Not strict, which greatest() is not either: else no query would inline it.
create function rollups.bucket_of(seconds real) returns int2
  language sql immutable parallel safe
  return case when seconds is not null then ceil(ln(greatest(seconds::float8, 0.001)) / ln(1.02::float8))::int2 end;

create function rollups.bucket_end(bucket int) returns float8
  language sql immutable strict parallel safe
  return power(1.02::float8, bucket);

create function rollups.bucket_middle(bucket int) returns float8
  language sql immutable strict parallel safe
  return 2 * power(1.02::float8, bucket) / 2.02;

comment on function rollups.bucket_of(real) is 'The bucket of a duration in seconds: the least whole number b with seconds <= 1.02 ^ b.';
comment on function rollups.bucket_middle(int) is 'The value that stands for a bucket, in seconds: at most 1 % from any duration in it.';

-- Every variant of some kinds that is in spans, also '' and '*'. Jumps from one to the next.
create function rollups.variants_of(of_kind text) returns setof text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with recursive known (variant) as (
    (select s.variant from rollups.spans s where s.kind = of_kind order by s.variant limit 1)
    union all
    select (select s.variant from rollups.spans s where s.kind = of_kind and s.variant > k.variant order by s.variant limit 1) from known k where k.variant is not null
  )
  select variant from known where variant is not null
$$;

-- Larger spans are filled when they are over, with an hour for latecomers; what comes later still is added to them.
create function rollups.build_larger_spans() returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  larger rollups.levels;
  until timestamptz;
begin
  for larger in select * from rollups.levels where level > 0 order by level loop
    until := date_bin(larger.width, now() - interval '1 hour', timestamptz '2000-01-01Z');
    continue when until <= larger.built_until;
    insert into rollups.spans
      with part as materialized (
        select s.*, date_bin(larger.width, s.starts_at, timestamptz '2000-01-01Z') as larger_at
        from unnest('{page,views,stayed,left,answered,began,bounced,campaign,visitors,answer,asked}'::text[]) as k (kind)
        cross join lateral rollups.variants_of(k.kind) as v (variant)
        join rollups.spans s on s.kind = k.kind and s.variant = v.variant and s.level = larger.level - 1 and s.starts_at >= larger.built_until and s.starts_at < until
      ), bars as (
        select kind, variant, larger_at, key, bucket, sum(n) as n, sum(timed) as timed, sum(sum_ms) as sum_ms, sum(count)::int4 as count
        from (
          select kind, variant, larger_at, key, null::int2 as bucket, n, timed, sum_ms, 0 as count from part
          union all
          select kind, variant, larger_at, key, h.bucket, 0, 0, 0, h.count from part, unnest(buckets, counts) as h (bucket, count)
        ) as lines
        group by 1, 2, 3, 4, 5
      )
      select kind, variant, larger.level, larger_at, key, sum(n), sum(timed), sum(sum_ms),
        coalesce(array_agg(bucket) filter (where count <> 0), '{}'), coalesce(array_agg(count) filter (where count <> 0), '{}')
      from bars group by 1, 2, 4, 5;
    update rollups.levels set built_until = until where level = larger.level;
  end loop;
end
$$;

-- Two histograms in one. Buckets that nothing is left in go.
create function rollups.add_histograms(buckets_a int2[], counts_a int4[], buckets_b int2[], counts_b int4[], out buckets int2[], out counts int4[])
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(bucket), '{}'), coalesce(array_agg(count), '{}')
  from (
    select bucket, sum(count)::int4 as count
    from (select * from unnest(buckets_a, counts_a) union all select * from unnest(buckets_b, counts_b)) as bars (bucket, count)
    group by bucket
  ) as sums
  where count <> 0
$$;

create type rollups.folded as (starts_at timestamptz, kind text, key text, variant text, n bigint, timed bigint, sum_ms bigint, buckets int2[], counts int4[]);

-- Adds sums of hours to the spans of a level, as far as they are there.
create function rollups.add_to_level(folding rollups.folded[], to_level smallint, width interval, built_until timestamptz) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if to_level = 0 then
    insert into rollups.spans as s (kind, variant, level, starts_at, key, n, timed, sum_ms, buckets, counts)
    select kind, variant, 0, starts_at, key, n, timed, sum_ms, buckets, counts from unnest(folding)
    on conflict (kind, variant, level, starts_at, key) do update set
      n = s.n + excluded.n, timed = s.timed + excluded.timed, sum_ms = s.sum_ms + excluded.sum_ms,
      (buckets, counts) = (select a.buckets, a.counts from rollups.add_histograms(s.buckets, s.counts, excluded.buckets, excluded.counts) as a);
    return;
  end if;
  if not exists (select from unnest(folding) where starts_at < built_until) then return; end if;
  insert into rollups.spans as s (kind, variant, level, starts_at, key, n, timed, sum_ms, buckets, counts)
  with bars as (
    select kind, variant, date_bin(width, starts_at, timestamptz '2000-01-01Z') as larger_at, key, bucket, sum(n) as n, sum(timed) as timed, sum(sum_ms) as sum_ms, sum(count)::int4 as count
    from (
      select kind, variant, starts_at, key, null::int2 as bucket, n, timed, sum_ms, 0 as count from unnest(folding) where starts_at < built_until
      union all
      select kind, variant, starts_at, key, h.bucket, 0, 0, 0, h.count from unnest(folding) f, unnest(f.buckets, f.counts) as h (bucket, count) where starts_at < built_until
    ) as lines
    group by 1, 2, 3, 4, 5
  )
  select kind, variant, to_level, larger_at, key, sum(n), sum(timed), sum(sum_ms),
    coalesce(array_agg(bucket) filter (where count <> 0), '{}'), coalesce(array_agg(count) filter (where count <> 0), '{}')
  from bars group by 1, 2, 4, 5
  on conflict (kind, variant, level, starts_at, key) do update set
    n = s.n + excluded.n, timed = s.timed + excluded.timed, sum_ms = s.sum_ms + excluded.sum_ms,
    (buckets, counts) = (select a.buckets, a.counts from rollups.add_histograms(s.buckets, s.counts, excluded.buckets, excluded.counts) as a);
end
$$;

-- Lets the larger spans from a moment on be built anew, once, instead of changed again and again. Answers stay right meanwhile, and take longer.
create function rollups.rewind(moment timestamptz) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  one rollups.levels;
  first_at timestamptz;
begin
  for one in select * from rollups.levels where level > 0 loop
    first_at := date_bin(one.width, moment, timestamptz '2000-01-01Z');
    delete from rollups.spans where level = one.level and starts_at >= first_at;
    update rollups.levels set built_until = least(built_until, first_at) where level = one.level;
  end loop;
end
$$;

-- Takes up to so many deltas and adds them to the spans that they lie in. Answers how many it took.
create function rollups.fold_deltas(take int) returns int
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  taken int;
  folding rollups.folded[];
  one rollups.levels;
  late int;
  earliest timestamptz;
begin
  with batch as materialized (
    delete from rollups.deltas where id in (select id from rollups.deltas order by id limit take) returning *
  ), wide as (
    -- Each counts for its variant and for all, and for its kind and that kind's total.
    select b.starts_at, k.kind, k.key, v.variant, b.sign, b.n, b.timed, b.sum_ms, case when k.kind not in ('views', 'visitors') then b.buckets end as buckets
    from batch b
    cross join lateral (values (b.variant), ('*')) as v (variant)
    join lateral (values (b.kind, b.key), (case b.kind when 'page' then 'views' when 'campaign' then 'visitors' end, '')) as k (kind, key) on k.kind is not null
  ), bars as (
    -- A line a bucket and one for the numbers, instead of a join: how many rows there are no statistics know.
    select starts_at, kind, key, variant, bucket, sum(n) as n, sum(timed) as timed, sum(sum_ms) as sum_ms, sum(count)::int4 as count
    from (
      select starts_at, kind, key, variant, null::int2 as bucket, sign * n as n, sign * timed as timed, sign * sum_ms as sum_ms, 0 as count from wide
      union all
      select starts_at, kind, key, variant, bucket, 0, 0, 0, sign from wide, unnest(buckets) as bucket
    ) as lines
    group by 1, 2, 3, 4, 5
  ), sums as (
    select starts_at, kind, key, variant, sum(n)::bigint as n, sum(timed)::bigint as timed, sum(sum_ms)::bigint as sum_ms,
      coalesce(array_agg(bucket) filter (where count <> 0), '{}') as buckets, coalesce(array_agg(count) filter (where count <> 0), '{}') as counts
    from bars group by 1, 2, 3, 4
    having sum(n) <> 0 or sum(timed) <> 0 or sum(sum_ms) <> 0 or count(*) filter (where count <> 0) > 0
  )
  select (select count(*) from batch), array_agg(row(starts_at, kind, key, variant, n, timed, sum_ms, buckets, counts)::rollups.folded) into taken, folding from sums;
  -- Some latecomers are added to the spans that they missed. A bulk of them has those built anew.
  select count(*), min(f.starts_at) into late, earliest from unnest(folding) f where f.starts_at < (select l.built_until from rollups.levels l where l.level = 1);
  if late > 2000 then perform rollups.rewind(earliest); end if;
  for one in select * from rollups.levels where folding is not null order by level loop
    perform rollups.add_to_level(folding, one.level, one.width, one.built_until);
  end loop;
  -- Of what was taken back entirely not even the name stays. Nobody else writes spans, so that rows may be named by their place.
  delete from rollups.spans where ctid = any (array(
    select s.place
    from unnest(folding) f cross join rollups.levels l
    cross join lateral (
      select s.ctid as place, s.n, s.timed from rollups.spans s
      where s.kind = f.kind and s.variant = f.variant and s.level = l.level and s.starts_at = date_bin(l.width, f.starts_at, timestamptz '2000-01-01Z') and s.key = f.key offset 0
    ) as s
    where f.n < 0 and s.n = 0 and s.timed = 0));
  return taken;
end
$$;

-- Which rows of which level make up a range.
create function rollups.cover(from_time timestamptz, to_time timestamptz) returns table (level smallint, from_at timestamptz, to_at timestamptz)
  language plpgsql stable rows 15
  set search_path = pg_catalog, pg_temp
as $$
declare
  one rollups.levels;
  left_end constant timestamptz := rollups.first_hour(from_time);
  right_end constant timestamptz := rollups.first_hour(to_time);
  -- What larger spans have taken so far.
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

-- The sums of some kinds over a range: from spans, and from deltas that are not folded in yet.
create function rollups.sums(kinds text[], from_time timestamptz, to_time timestamptz, only_variant text)
  returns table (kind text, key text, n bigint, timed bigint, sum_ms bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select kind, key, sum(n)::bigint, sum(timed)::bigint, sum(sum_ms)::bigint
  from (
    select s.kind, s.key, s.n, s.timed, s.sum_ms
    from rollups.cover(from_time, to_time) c
    -- `offset 0` keeps this an index scan a level, whatever the planner believes.
    cross join lateral (
      select * from rollups.spans s
      where s.kind = any (kinds) and s.variant = coalesce(only_variant, '*') and s.level = c.level and s.starts_at >= c.from_at and s.starts_at < c.to_at offset 0
    ) as s
    union all
    select d.kind, d.key, d.sign * d.n, d.sign * d.timed, d.sign * d.sum_ms
    from rollups.deltas d
    where d.kind = any (kinds) and d.starts_at >= from_time and d.starts_at < to_time and (only_variant is null or d.variant = only_variant)
  ) as parts
  group by 1, 2
  having sum(n) > 0
$$;

-- The histograms of the same, a row a bucket.
create function rollups.bars(kinds text[], from_time timestamptz, to_time timestamptz, only_variant text, only_key text default null)
  returns table (kind text, key text, bucket int2, count bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select kind, key, bucket, sum(count)::bigint
  from (
    select s.kind, s.key, h.bucket, h.count::bigint
    from rollups.cover(from_time, to_time) c
    -- `offset 0` keeps this an index scan a level, whatever the planner believes.
    cross join lateral (
      select * from rollups.spans s
      where s.kind = any (kinds) and s.variant = coalesce(only_variant, '*') and s.level = c.level and s.starts_at >= c.from_at and s.starts_at < c.to_at offset 0
    ) as s
    cross join unnest(s.buckets, s.counts) as h (bucket, count)
    where only_key is null or s.key = only_key
    union all
    select d.kind, d.key, h.bucket, d.sign::bigint
    from rollups.deltas d cross join unnest(d.buckets) as h (bucket)
    where d.kind = any (kinds) and d.starts_at >= from_time and d.starts_at < to_time
      and (only_variant is null or d.variant = only_variant) and (only_key is null or d.key = only_key)
  ) as parts
  group by 1, 2, 3
  having sum(count) > 0
$$;
