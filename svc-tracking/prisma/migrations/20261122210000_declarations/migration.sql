-- The last good answer of the edge, so that a restart while the edge is away loses no step and no label.
create table tracking.declarations (
  id boolean primary key default true check (id),
  releases jsonb not null,
  read_at timestamptz(3) not null default now()
);
comment on table tracking.declarations is 'One row: what the releases declare that are live, or were within the last 30 days. Replaced when that changes.';
