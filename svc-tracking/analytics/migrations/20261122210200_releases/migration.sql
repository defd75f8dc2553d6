-- What visits met on releases: kinds 'release', 'release_failed', 'release_completed' and 'release_bought' of
-- rollups.metric_buckets by remote and release, 'lcp', 'inp', 'cls' and 'ttfb' with their histograms, and the same with
-- '_poor' behind.
create table rollups.remote_paths (
  path text primary key,
  remote text not null
);
comment on table rollups.remote_paths is 'Which remote a path belongs to, as live and recent releases declare it.';

create table rollups.visit_releases (
  session_id text not null references rollups.visits on update cascade on delete cascade,
  remote text not null,
  release text not null,
  -- The first page view of the remote's screens on this release. NULL while only errors tell of it.
  first_id uuid,
  -- Its release is the one on which the visit saw the remote first, and the visit is in the counts.
  is_counted boolean not null default false,
  failed boolean not null default false,
  completed boolean not null default false,
  bought boolean not null default false,
  lcp_seconds real,
  inp_seconds real,
  cls real,
  ttfb_seconds real,
  primary key (session_id, remote, release)
);
comment on table rollups.visit_releases is 'One row a visit, remote and release: what went wrong, the worst vitals, and how the visit went on.';
create index visit_releases_figures_idx on rollups.visit_releases (remote, release, first_id)
  include (failed, completed, lcp_seconds, inp_seconds, cls, ttfb_seconds) where is_counted;

alter type rollups.visit_view add attribute remote text;
alter type rollups.visit_view add attribute release text;
alter type rollups.visit_view add attribute lcp_seconds real;
alter type rollups.visit_view add attribute inp_seconds real;
alter type rollups.visit_view add attribute cls real;
alter type rollups.visit_view add attribute ttfb_seconds real;

comment on column rollups.visits.excluded is 'A known crawler''s, the owner''s or a preview''s: in no count.';
