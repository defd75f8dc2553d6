-- From here on functions, views and triggers are files beside this folder, which the migration program applies after the
-- migrations. What they replace under another name goes here.

-- The funnel's tables are without triggers of ours: funnel.changes says what to read again.
drop trigger note_inserted on funnel.sessions;
drop trigger note_updated on funnel.sessions;
drop trigger note_renamed on funnel.sessions;
drop trigger note_deleted on funnel.sessions;
drop trigger count_moved on funnel.sessions;
drop trigger delete_answers on funnel.sessions;
drop trigger note_inserted on funnel.responses;
drop trigger note_updated on funnel.responses;
drop trigger note_deleted on funnel.responses;
drop trigger count_inserted on funnel.responses;
drop trigger count_updated on funnel.responses;
drop trigger count_deleted on funnel.responses;
drop trigger note_inserted on funnel.orders;
drop trigger note_updated on funnel.orders;
drop trigger note_deleted on funnel.orders;
insert into funnel.changes (session_id) select distinct session_id from rollups.changed_sessions;
drop table rollups.changed_sessions;

create table rollups.counted_answers (
  session_id text primary key,
  starts_at timestamptz not null,
  variant text not null,
  -- Keys of kind 'asked' (the question) and of kind 'answer' (the question and an option).
  asked text[] not null,
  answers text[] not null
);
comment on table rollups.counted_answers is 'What the answers of a session were counted as, so that it can be taken back.';

do $$
begin
  if exists (select from rollups.spans) then
    insert into rollups.counted_answers (session_id, starts_at, variant, asked, answers)
    select s.id, rollups.hour_of(s.created_at), rollups.counted(s.variant, n.name),
      coalesce(array_agg(distinct r.question_key) filter (where r.answer_value not in ('', '[]')), '{}'), array_agg(r.question_key || ' ' || option order by r.question_key, option)
    from funnel.sessions s
    join funnel.responses r on r.session_id = s.id
    cross join lateral rollups.options_of(r.answer_value) as option
    left join tracking.counted_names n on n.kind = 'variant' and n.name = s.variant and n.counts_from <= s.created_at
    where not s.not_counted
    group by 1, 2, 3;
  else
    -- A new or restored database, whose sessions are all still to be read.
    delete from rollups.deltas where kind in ('answer', 'asked');
  end if;
end
$$;

drop function rollups.note_told_sessions, rollups.note_deprived_sessions, rollups.note_gone_sessions,
  rollups.note_answers, rollups.note_moved_answers, rollups.delete_answers, rollups.add_answers;
drop type rollups.told_answer;

-- Page views: the same triggers by other names.
drop trigger note_new_views on tracking.page_views;
drop trigger note_changed_views on tracking.page_views;
drop trigger note_deleted_views on tracking.page_views;
drop function rollups.note_new_views, rollups.note_changed_views, rollups.note_deleted_views;

-- Names that say what a thing is.
drop function rollups.fold, rollups.fold_visits, rollups.fold_deltas, rollups.build_larger_spans, rollups.add_to_level, rollups.rewind,
  rollups.cover, rollups.sums, rollups.bar, rollups.counts_of, rollups.seen_views, rollups.merge_views, rollups.hours, rollups.variants_meant;
alter function rollups.time_of(uuid) rename to id_time;
alter function rollups.counted(text, text) rename to counted_name;
alter table rollups.spans rename to metric_buckets;
alter table rollups.metric_buckets rename constraint spans_pkey to metric_buckets_pkey;
alter table rollups.metric_buckets rename constraint spans_level_fkey to metric_buckets_level_fkey;
alter table rollups.turn rename to refresh_lock;
alter table rollups.refresh_lock rename constraint turn_pkey to refresh_lock_pkey;
alter table rollups.refresh_lock rename constraint turn_is_only_check to refresh_lock_is_only_check;
alter table rollups.visits rename column is_out to excluded;
alter type rollups.folded rename to bucket_change;
alter type rollups.seen_view rename to visit_view;
alter type rollups.visit_view rename attribute is_out to excluded;

comment on schema rollups is 'Aggregates behind schema analytics. They follow from the rows of the other schemas and are never edited by hand.';
comment on table rollups.levels is 'Widths of buckets, each a multiple of the one before: at most a few of each make up any range.';
comment on table rollups.metric_buckets is 'One row a kind, variant, bucket of time and key: how many, and the histogram of their durations.';
comment on table rollups.deltas is 'Changes that are not added to buckets yet, by hour.';
comment on table rollups.refresh_lock is 'One row, locked by whoever brings the aggregates up to date.';
comment on column rollups.visits.excluded is 'A known crawler''s or the owner''s: in no count.';
