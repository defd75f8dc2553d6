-- Whether a visit saw one page only says it itself: its page may have been viewed several times.
alter table rollups.visits add column other_page boolean not null default true;
comment on column rollups.visits.other_page is 'It saw another page than its first.';
