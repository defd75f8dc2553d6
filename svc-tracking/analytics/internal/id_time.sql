-- Returns the time inside a page view's id. NULL for an id of another form, which none of our page views has.
do $do$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create or replace function rollups.id_time(id uuid) returns timestamptz
      language sql immutable strict parallel safe
      return uuid_extract_timestamp(id);
  else
    create or replace function rollups.id_time(id uuid) returns timestamptz
      language sql immutable strict parallel safe
      return case when substr(id::text, 15, 1) = '7' then to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) end;
  end if;
end
$do$;
