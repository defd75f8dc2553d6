-- Renamed: analytics/internal/attribute_releases.sql.
drop function if exists rollups.settle_releases(text[]);
