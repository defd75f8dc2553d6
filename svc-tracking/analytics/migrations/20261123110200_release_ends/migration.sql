-- A release is completed by its own last step: a canary's may be at another path than stable's, which alone has steps.
create table rollups.release_ends (
  remote text not null,
  release text not null,
  path text not null,
  primary key (remote, release)
);
comment on table rollups.release_ends is 'The path of each release''s last step on the way, as it declares it.';

alter table rollups.visit_releases add column reached_end boolean not null default false;
comment on column rollups.visit_releases.reached_end is 'The visit saw the release''s last step.';
