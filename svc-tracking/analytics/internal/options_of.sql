-- Returns what an answer counts as: each of several chosen options separately, a long text by its beginning.
create or replace function rollups.options_of(answer text) returns setof text
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  if left(answer, 1) = '[' then
    return query select distinct left(option, 200) from jsonb_array_elements_text(answer::jsonb) as option where option <> '';
  elsif answer <> '' then
    return next left(answer, 200);
  end if;
exception when others then
  -- Not JSON after all: counted as it is.
  return next left(answer, 200);
end
$$;

comment on function rollups.options_of(text) is 'The options of an answer: one, or those of a JSON list.';
