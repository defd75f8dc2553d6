-- An order of a person who is erased leads to no visit, so a visit says by itself that it has bought.
alter table rollups.visits add column bought boolean not null default false;
comment on column rollups.visits.bought is 'It has, or had before its person was erased, an order that counts.';
update rollups.visits v set bought = true where exists (select from rollups.sales s where s.session_id = v.session_id);

-- Sessions of people who were erased, without their page views: in no count so far, and no visits from now on.
update rollups.sales set session_id = null where session_id like 'erased\_%';
delete from rollups.visits where session_id like 'erased\_%' and first_id is null;
