-- The last step on the way through the funnel, for each live remote that has one.
create or replace view rollups.remote_ends as
  select distinct on (p.remote) p.remote, s.path, s.place
  from rollups.steps s join rollups.remote_paths p on p.path = s.path
  where s.is_on_way and s.place is not null
  order by p.remote, s.place desc;
