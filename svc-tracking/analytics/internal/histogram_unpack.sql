-- Reads PostgreSQL's own wire format: four bytes of header and four of sign and scale, then digits in base 10000, the
-- highest first.
create or replace function rollups.histogram_unpack(histogram numeric, out first_bucket int, out counts int4[])
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  wire constant bytea := numeric_send(abs(histogram));
  sign constant int := sign(histogram);
  weight int := get_byte(wire, 2) * 256 + get_byte(wire, 3);
  digits bytea := substr(wire, 9);
  place int;
  carried int := 0;
  count int;
begin
  counts := '{}';
  if sign = 0 then return; end if;
  -- Two digits per bucket: restores a first or last one that is zero and therefore not sent.
  if weight % 2 = 0 then
    digits := '\x0000'::bytea || digits;
    weight := weight + 1;
  end if;
  if length(digits) % 4 <> 0 then digits := digits || '\x0000'::bytea; end if;
  place := length(digits);
  first_bucket := (weight + 1) / 2 - place / 4 - 348;
  while place > 0 loop
    place := place - 4;
    count := (get_byte(digits, place) * 256 + get_byte(digits, place + 1)) * 10000 + get_byte(digits, place + 2) * 256 + get_byte(digits, place + 3) + carried;
    -- A negative count has borrowed from the bucket above.
    carried := (count >= 50000000)::int;
    counts := counts || sign * (count - 100000000 * carried);
  end loop;
  if carried > 0 then counts := counts || sign * carried; end if;
end
$$;

comment on function rollups.histogram_unpack(numeric) is 'The buckets of a histogram, starting with the first one that is not empty.';
