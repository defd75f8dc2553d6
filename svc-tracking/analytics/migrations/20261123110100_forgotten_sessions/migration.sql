-- What is counted of a session stays once retention has deleted it, also when its browser comes back.
alter table rollups.visits add column session_forgotten boolean not null default false;
comment on column rollups.visits.session_forgotten is 'Retention deleted its session, whose answers stay as they are counted.';
update rollups.visits v set session_forgotten = true
where (answered <> '{}' or campaign <> '') and session_id not like 'erased\_%' and not exists (select from funnel.sessions s where s.id = v.session_id);
