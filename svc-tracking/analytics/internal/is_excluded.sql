-- Not strict, so that queries can inline it.
create or replace function rollups.is_excluded(is_bot boolean, is_owner boolean, is_preview boolean) returns boolean
  language sql immutable parallel safe
  return is_bot or is_owner or is_preview;

comment on function rollups.is_excluded(boolean, boolean, boolean) is 'True for a page view that no figure counts: a crawler''s, the owner''s, or one of a preview.';
