-- Clients send paths and variants of their own making, without end. Page views keep them as they were sent; analysts'
-- figures count only names in this table, and all others together. Kept beside the page views, so that backups have it.
create table tracking.counted_names (
  kind text not null,
  name text not null,
  -- What was seen before this moment stays among the others: what a figure once counted it can take back.
  counts_from timestamptz not null default '-infinity',
  -- A path of the product itself, which takes nobody's place.
  is_declared boolean not null default false,
  constraint counted_names_pkey primary key (kind, name),
  constraint counted_names_kind_check check (kind in ('path', 'variant')),
  constraint counted_names_name_check check (length(name) between 1 and 512)
);

comment on table tracking.counted_names is 'Paths and variants that are counted by their own names. All others are counted together, as (other).';
comment on column tracking.counted_names.kind is 'path or variant.';
comment on column tracking.counted_names.name is 'The name as clients send it. Text from outside: escape it where it is shown.';
comment on column tracking.counted_names.counts_from is 'Views and visits from this moment on are counted by this name.';
comment on column tracking.counted_names.is_declared is 'Declared by the product, not first seen in a page view.';

create function tracking.counted_names_max(of_kind text) returns int
  language sql immutable strict parallel safe
  return case of_kind when 'path' then 300 when 'variant' then 40 else 0 end;

comment on function tracking.counted_names_max(text) is 'The most names of a kind that are counted by themselves, beside those that the product declares.';

-- The service calls this with names that it saw first, a bounded number from each address.
create function tracking.count_names(of_kind text, new_names text[]) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '2s'
as $$
declare
  free int;
begin
  -- Several processes may find the last free place; readers are not held up.
  lock table tracking.counted_names in share row exclusive mode;
  select greatest(0, tracking.counted_names_max(of_kind) - count(*)) into free from tracking.counted_names where kind = of_kind and not is_declared;
  -- A statement under way has not seen the new names yet, and does not have to.
  insert into tracking.counted_names (kind, name, counts_from)
  select of_kind, given.name, clock_timestamp() + interval '5 seconds'
  from (select distinct one as name from unnest(new_names) as one) as given
  where given.name <> '(other)' and not exists (select from tracking.counted_names known where known.kind = of_kind and known.name = given.name)
  order by given.name limit free;
  select greatest(0, tracking.counted_names_max(of_kind) - count(*)) into free from tracking.counted_names where kind = of_kind and not is_declared;
  return free;
end
$$;

comment on function tracking.count_names(text, text[]) is 'Has names counted by themselves from now on, as long as there is room. Returns how many more there is room for.';
