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
  from unnest('{1 hour,6 hours,1 day,4 days,16 days,64 days}'::interval[]) with ordinality as w (width, place);
comment on table rollups.levels is 'Widths of spans, each a multiple of the one before: at most a few of each make up any range.';

-- A kind of thing and what it is counted by: 'page' by path, 'stayed', 'left' and 'answered' by step, 'began' and
-- 'bounced' by path, 'campaign' by campaign, 'answer' by question and option, 'asked' by question, 'quiz' by
-- nothing. 'views' and 'visitors' are the totals of 'page' and 'campaign'.
create table rollups.spans (
  kind text not null,
  -- '' for none.
  variant text not null,
  level smallint not null references rollups.levels,
  starts_at timestamptz not null,
  key text not null,
  n bigint not null,
  -- How many of n have a duration, and its sum.
  timed bigint not null,
  sum_ms bigint not null,
  -- The durations as a histogram, see rollups.bar().
  histogram numeric not null,
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

-- A histogram is one number: each bucket is eight decimal digits of it, the lowest bucket the last ones. So `sum()` and
-- `+` add all buckets at once, at the speed of C. It holds while no bucket passes fifty million, below or above zero.
create function rollups.bar(bucket int, count bigint) returns numeric
  language sql immutable parallel safe
  return (count::text || 'e' || (8 * (bucket + 348))::text)::numeric;
comment on function rollups.bar(int, bigint) is 'A histogram of one bucket.';

-- Reads PostgreSQL's own wire format: four bytes of header and four of sign and scale, then base 10000, the highest digit first.
create function rollups.counts_of(histogram numeric, out first_bucket int, out counts int4[])
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  wire constant bytea := numeric_send(abs(histogram));
  sign constant int := sign(histogram);
  weight int := get_byte(wire, 2) * 256 + get_byte(wire, 3);
  digits bytea := substr(wire, 9);
  place int;
  carried int := 0;
  count int;
begin
  counts := '{}';
  if sign = 0 then return; end if;
  -- Two digits a bucket, also where the first or the last one is a zero that is not sent.
  if weight % 2 = 0 then
    digits := '\x0000'::bytea || digits;
    weight := weight + 1;
  end if;
  if length(digits) % 4 <> 0 then digits := digits || '\x0000'::bytea; end if;
  place := length(digits);
  first_bucket := (weight + 1) / 2 - place / 4 - 348;
  while place > 0 loop
    place := place - 4;
    count := (get_byte(digits, place) * 256 + get_byte(digits, place + 1)) * 10000 + get_byte(digits, place + 2) * 256 + get_byte(digits, place + 3) + carried;
    -- Less than none has borrowed from the bucket above.
    carried := (count >= 50000000)::int;
    counts := counts || sign * (count - 100000000 * carried);
  end loop;
  if carried > 0 then counts := counts || sign * carried; end if;
end
$$;
comment on function rollups.counts_of(numeric) is 'The buckets of a histogram from the first one on that holds anything.';

create function rollups.percentiles(histogram numeric, shares float8[]) returns float8[]
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  bars record;
  total bigint;
  count int;
  bucket int;
  up_to bigint := 0;
  next int := 1;
  found float8[] := '{}';
begin
  select * into bars from rollups.counts_of(histogram);
  select sum(greatest(c, 0)) into total from unnest(bars.counts) as c;
  if coalesce(total, 0) = 0 then return null; end if;
  bucket := bars.first_bucket;
  foreach count in array bars.counts loop
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
comment on function rollups.percentiles(numeric, float8[]) is 'The durations, in seconds, that these shares of a histogram do not exceed. The shares ascend. NULL for an empty histogram.';

-- Every variant of a kind that is in spans, also ''. Jumps from one to the next.
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
  set work_mem = '64MB'
as $$
declare
  larger rollups.levels;
  until timestamptz;
begin
  for larger in select * from rollups.levels where level > 0 order by level loop
    until := date_bin(larger.width, now() - interval '1 hour', timestamptz '2000-01-01Z');
    continue when until <= larger.built_until;
    insert into rollups.spans (kind, variant, level, starts_at, key, n, timed, sum_ms, histogram)
    select s.kind, s.variant, larger.level, date_bin(larger.width, s.starts_at, timestamptz '2000-01-01Z'), s.key, sum(s.n), sum(s.timed), sum(s.sum_ms), sum(s.histogram)
    from unnest('{page,views,stayed,left,answered,began,bounced,campaign,visitors,answer,asked,quiz}'::text[]) as k (kind)
    cross join lateral rollups.variants_of(k.kind) as v (variant)
    join rollups.spans s on s.kind = k.kind and s.variant = v.variant and s.level = larger.level - 1 and s.starts_at >= larger.built_until and s.starts_at < until
    group by 1, 2, 4, 5;
    update rollups.levels set built_until = until where level = larger.level;
  end loop;
end
$$;

create type rollups.folded as (starts_at timestamptz, kind text, key text, variant text, n bigint, timed bigint, sum_ms bigint, histogram numeric);

-- Adds sums of hours to the spans of a level, as far as they are there.
create function rollups.add_to_level(folding rollups.folded[], to_level smallint, width interval, built_until timestamptz) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  insert into rollups.spans as s (kind, variant, level, starts_at, key, n, timed, sum_ms, histogram)
  select kind, variant, to_level, date_bin(width, starts_at, timestamptz '2000-01-01Z'), key, sum(n), sum(timed), sum(sum_ms), sum(histogram)
  from unnest(folding) where starts_at < built_until
  group by 1, 2, 4, 5
  on conflict (kind, variant, level, starts_at, key) do update set
    n = s.n + excluded.n, timed = s.timed + excluded.timed, sum_ms = s.sum_ms + excluded.sum_ms, histogram = s.histogram + excluded.histogram
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
  set work_mem = '64MB'
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
  ), bars as (
    select starts_at, kind, key, variant, bucket, sum(sign) as count from batch, unnest(buckets) as bucket group by 1, 2, 3, 4, 5
  ), lines as (
    -- One for the numbers, one for the kind's total and one a bucket, instead of a join: how many rows there are no statistics know.
    select starts_at, kind, key, variant, sign * n as n, sign * timed as timed, sign * sum_ms as sum_ms, 0 as histogram from batch
    union all
    select starts_at, case kind when 'page' then 'views' else 'visitors' end, '', variant, sign * n, 0, 0, 0 from batch where kind in ('page', 'campaign')
    union all
    select starts_at, kind, key, variant, 0, 0, 0, rollups.bar(bucket, count) from bars where count <> 0
  ), sums as (
    select starts_at, kind, key, variant, sum(n)::bigint as n, sum(timed)::bigint as timed, sum(sum_ms)::bigint as sum_ms, sum(histogram) as histogram
    from lines group by 1, 2, 3, 4
    having sum(n) <> 0 or sum(timed) <> 0 or sum(sum_ms) <> 0 or sum(histogram) <> 0
  )
  select (select count(*) from batch), array_agg(row(starts_at, kind, key, variant, n, timed, sum_ms, histogram)::rollups.folded) into taken, folding from sums;
  -- Some latecomers are added to the spans that they missed. A bulk of them has those built anew.
  select count(*), min(f.starts_at) into late, earliest from unnest(folding) f where f.starts_at < (select l.built_until from rollups.levels l where l.level = 1);
  if late > 2000 then perform rollups.rewind(earliest); end if;
  for one in select * from rollups.levels where built_until > (select min(f.starts_at) from unnest(folding) f) order by level loop
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

-- The variants that are meant: one, or all that some kinds have in spans.
create function rollups.variants_meant(kinds text[], only_variant text) returns text[]
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select case when only_variant is not null then array[only_variant] else array(select distinct v from unnest(kinds) as k (kind) cross join lateral rollups.variants_of(k.kind) as v) end
$$;

-- The sums of some kinds over a range: from spans, and from deltas that are not folded in yet.
create function rollups.sums(kinds text[], from_time timestamptz, to_time timestamptz, only_variant text, only_key text default null)
  returns table (kind text, key text, n bigint, timed bigint, sum_ms bigint, histogram numeric)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with meant as materialized (
    select rollups.variants_meant(kinds, only_variant) as variants
  ), unfolded as materialized (
    select d.* from rollups.deltas d
    where d.kind = any (kinds) and d.starts_at >= from_time and d.starts_at < to_time
      and (only_variant is null or d.variant = only_variant) and (only_key is null or d.key = only_key)
  )
  select kind, key, sum(n)::bigint, sum(timed)::bigint, sum(sum_ms)::bigint, sum(histogram)
  from (
    select s.kind, s.key, s.n, s.timed, s.sum_ms, s.histogram
    from meant cross join rollups.cover(from_time, to_time) c
    -- `offset 0` keeps this an index scan a level, whatever the planner believes.
    cross join lateral (
      select * from rollups.spans s
      where s.kind = any (kinds) and s.variant = any (variants) and s.level = c.level and s.starts_at >= c.from_at and s.starts_at < c.to_at offset 0
    ) as s
    where only_key is null or s.key = only_key
    union all
    select u.kind, u.key, u.sign * u.n, u.sign * u.timed, u.sign * u.sum_ms, 0 from unfolded u
    union all
    select u.kind, u.key, 0, 0, 0, rollups.bar(bucket, sum(u.sign)) from unfolded u cross join unnest(u.buckets) as bucket group by u.kind, u.key, bucket
  ) as parts
  group by 1, 2
  having sum(n) > 0
$$;
