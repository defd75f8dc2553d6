-- Several generations of a link may be live: the one that mails carry, and one that was asked for and not opened yet.
DROP INDEX "funnel"."course_links_one_live";
CREATE UNIQUE INDEX "course_links_generation_key" ON "funnel"."course_links" ("order_id", "purpose", "generation");

-- Adds a word to a check that lists words, whatever it lists by now.
CREATE FUNCTION "funnel"."allow_word"("of_table" regclass, "of_constraint" text, "of_column" text, "word" text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  known text[] := ARRAY(
    SELECT DISTINCT listed.words[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') AS listed (words)
    WHERE conrelid = of_table AND conname = of_constraint ORDER BY 1);
BEGIN
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I CHECK (%I IN (%s))', of_table, of_constraint, of_constraint, of_column,
    (SELECT string_agg(DISTINCT quote_literal(one), ', ') FROM unnest(known || word) AS one));
END
$$;
SELECT "funnel"."allow_word"('"funnel"."course_links"', 'course_links_purpose_check', 'purpose', 'refund');
SELECT "funnel"."allow_word"('"funnel"."deliveries"', 'deliveries_kind_check', 'kind', 'stopped');
DROP FUNCTION "funnel"."allow_word";

-- A session that its browser has let go of: its cookie, wherever a copy of it is, binds nobody.
ALTER TABLE "funnel"."sessions" ADD COLUMN "released_at" TIMESTAMPTZ(3);

-- Course cookies that were given up on their device before they ran out: SHA-256 of their value.
CREATE TABLE "funnel"."ended_cookies" (
    "cookie_hash" BYTEA NOT NULL,
    -- When the cookie would have run out by itself.
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_cookies_pkey" PRIMARY KEY ("cookie_hash")
);
CREATE INDEX "ended_cookies_expires_at_idx" ON "funnel"."ended_cookies" ("expires_at");
