-- What the new columns say of visits of before, as these are counted. Apart from adding the columns, which locks readers
-- out until it is committed. No refresher of the release before may run: it knows neither the columns nor what they count.
update rollups.visits set other_page = false where first_id is null or first_id = last_id;
update rollups.visits v set session_forgotten = true
where (answered <> '{}' or campaign <> '') and session_id not like 'erased\_%' and not exists (select from funnel.sessions s where s.id = v.session_id);
update rollups.visit_releases set reached_end = true where completed;
alter table rollups.visits alter column other_page set default false;
