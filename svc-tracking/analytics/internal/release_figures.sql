-- Returns figures of the visits that first saw a remote after a moment, and first on one of these releases. One row per
-- release.
create or replace function rollups.release_figures(of_remote text, of_releases text[], since timestamptz)
  returns table (release text, visits bigint, failed bigint, completed bigint, lcp_measured bigint, lcp_poor bigint,
    inp_measured bigint, inp_poor bigint, cls_measured bigint, cls_poor bigint, ttfb_measured bigint, ttfb_poor bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  select asked.release, count(r.first_id), count(*) filter (where r.failed), count(*) filter (where r.completed),
    count(r.lcp_seconds), count(*) filter (where rollups.is_poor('lcp', r.lcp_seconds)),
    count(r.inp_seconds), count(*) filter (where rollups.is_poor('inp', r.inp_seconds)),
    count(r.cls), count(*) filter (where rollups.is_poor('cls', r.cls)),
    count(r.ttfb_seconds), count(*) filter (where rollups.is_poor('ttfb', r.ttfb_seconds))
  from unnest(of_releases) with ordinality as asked (release, turn)
  left join rollups.visit_releases r
    on r.is_counted and r.remote = of_remote and r.release = asked.release and r.first_id >= rollups.min_id_at(since)
  group by asked.turn, asked.release
  order by asked.turn
$$;

comment on function rollups.release_figures(text, text[], timestamptz) is 'The figures that a canary is judged by: visits per release, and how many of them had errors, completed the remote, and had each vital measured or poor.';
