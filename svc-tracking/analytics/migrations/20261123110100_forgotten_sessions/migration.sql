-- What is counted of a session stays once retention has deleted it, also when its browser comes back.
alter table rollups.visits add column session_forgotten boolean not null default false;
comment on column rollups.visits.session_forgotten is 'Retention deleted its session, whose answers stay as they are counted.';
