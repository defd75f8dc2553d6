-- Whether a visit saw one page only says it itself: its page may have been viewed several times. Visits of before stay as
-- they are counted, which is by having one view only.
alter table rollups.visits add column other_page boolean not null default true;
comment on column rollups.visits.other_page is 'It saw another page than its first.';
update rollups.visits set other_page = false where first_id is null or first_id = last_id;
alter table rollups.visits alter column other_page set default false;
