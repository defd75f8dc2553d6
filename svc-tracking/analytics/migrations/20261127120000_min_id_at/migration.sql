-- Renamed: analytics/internal/min_id_at.sql.
drop function rollups.least_id(timestamptz);
