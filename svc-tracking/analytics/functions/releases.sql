create or replace function analytics.releases(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (remote text, release text, version text, visits bigint, share float8, failed bigint, error_rate float8, completed bigint, completion float8, buyers bigint, conversion float8,
    lcp_visits bigint, lcp_p75_seconds float8, lcp_poor float8,
    inp_visits bigint, inp_p75_seconds float8, inp_poor float8,
    cls_visits bigint, cls_p75 float8, cls_poor float8,
    ttfb_visits bigint, ttfb_p75_seconds float8, ttfb_poor float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with rows as (
    select split_part(key, ' ', 1) as remote, split_part(key, ' ', 2) as release,
      coalesce(sum(n) filter (where kind = 'release'), 0)::bigint as visits, coalesce(sum(n) filter (where kind = 'release_failed'), 0)::bigint as failed,
      coalesce(sum(n) filter (where kind = 'release_completed'), 0)::bigint as completed, coalesce(sum(n) filter (where kind = 'release_bought'), 0)::bigint as bought,
      coalesce(sum(n) filter (where kind = 'lcp'), 0)::bigint as lcp_visits, rollups.percentiles(sum(histogram) filter (where kind = 'lcp'), '{0.75}') as lcp_p75,
      sum(n) filter (where kind = 'lcp_poor') as lcp_poor,
      coalesce(sum(n) filter (where kind = 'inp'), 0)::bigint as inp_visits, rollups.percentiles(sum(histogram) filter (where kind = 'inp'), '{0.75}') as inp_p75,
      sum(n) filter (where kind = 'inp_poor') as inp_poor,
      coalesce(sum(n) filter (where kind = 'cls'), 0)::bigint as cls_visits, rollups.percentiles(sum(histogram) filter (where kind = 'cls'), '{0.75}') as cls_p75,
      sum(n) filter (where kind = 'cls_poor') as cls_poor,
      coalesce(sum(n) filter (where kind = 'ttfb'), 0)::bigint as ttfb_visits, rollups.percentiles(sum(histogram) filter (where kind = 'ttfb'), '{0.75}') as ttfb_p75,
      sum(n) filter (where kind = 'ttfb_poor') as ttfb_poor
    from rollups.aggregates('{release,release_failed,release_completed,release_bought,lcp,lcp_poor,inp,inp_poor,cls,cls_poor,ttfb,ttfb_poor}', from_time, to_time, only_variant)
    group by 1, 2
  ), versions as (
    select distinct on (release ->> 'release') release ->> 'release' as name, release ->> 'version' as version
    from tracking.declarations d cross join jsonb_array_elements(d.releases) as release
  )
  select r.remote, r.release, v.version, r.visits, r.visits / nullif(sum(r.visits) over (partition by r.remote), 0)::float8, r.failed, r.failed::float8 / nullif(r.visits, 0),
    r.completed, case when r.completed > 0 or e.path is not null or live.path is not null then r.completed::float8 / nullif(r.visits, 0) end, r.bought, r.bought::float8 / nullif(r.visits, 0),
    r.lcp_visits, r.lcp_p75[1], coalesce(r.lcp_poor, 0)::float8 / nullif(r.lcp_visits, 0),
    r.inp_visits, r.inp_p75[1], coalesce(r.inp_poor, 0)::float8 / nullif(r.inp_visits, 0),
    r.cls_visits, r.cls_p75[1], coalesce(r.cls_poor, 0)::float8 / nullif(r.cls_visits, 0),
    r.ttfb_visits, r.ttfb_p75[1], coalesce(r.ttfb_poor, 0)::float8 / nullif(r.ttfb_visits, 0)
  from rows r left join versions v on v.name = r.release
  left join rollups.release_ends e on e.remote = r.remote and e.release = r.release
  left join rollups.remote_ends live on live.remote = r.remote
  order by r.remote, r.visits desc, r.release limit 200
$$;
