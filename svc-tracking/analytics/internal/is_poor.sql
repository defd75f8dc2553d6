-- The thresholds of web-vitals. NULL if the vital was not measured.
create or replace function rollups.is_poor(vital text, value real) returns boolean
  language sql immutable parallel safe
  return value > case vital when 'lcp' then 4 when 'inp' then 0.5 when 'cls' then 0.25 when 'ttfb' then 1.8 end;
