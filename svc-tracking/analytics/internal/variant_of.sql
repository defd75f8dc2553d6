create or replace function rollups.variant_of(variant text) returns text
  language sql immutable parallel safe
  return coalesce(variant, '');

comment on function rollups.variant_of(text) is 'A variant as it is stored in totals: empty for none.';
