create or replace function rollups.min_id_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

comment on function rollups.min_id_at(timestamptz) is 'The smallest UUIDv7 of a moment.';
