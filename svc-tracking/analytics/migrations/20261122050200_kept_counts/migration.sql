-- Sessions without a purchase are deleted after a time (svc-funnel/src/retention), and what they added to the counts stays.
-- That job says so for its transaction: `set local rollups.keep_counts = 'on'`. Whatever else is deleted is taken out of the
-- counts as before.
drop trigger count_deleted on funnel.responses;
create trigger count_deleted after delete on funnel.responses referencing old table as old_rows for each statement
  when (current_setting('rollups.keep_counts', true) is distinct from 'on') execute function rollups.note_answers();

drop trigger note_deleted on funnel.responses;
create trigger note_deleted after delete on funnel.responses referencing old table as old_rows for each statement
  when (current_setting('rollups.keep_counts', true) is distinct from 'on') execute function rollups.note_deprived_sessions();

drop trigger note_deleted on funnel.sessions;
create trigger note_deleted after delete on funnel.sessions referencing old table as old_rows for each statement
  when (current_setting('rollups.keep_counts', true) is distinct from 'on') execute function rollups.note_gone_sessions();
