-- A number that a buyer can read out: eight letters and digits of which no two look alike. The service makes its own;
-- this one is for the orders there are, and for writers that know no numbers (the release before this one, sample data).
CREATE FUNCTION "funnel"."new_order_number"() RETURNS TEXT LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  letters CONSTANT TEXT := '23456789CDFHJKMNPRTWXY';
  number TEXT := '';
BEGIN
  FOR place IN 1..8 LOOP
    number := number || substr(letters, 1 + floor(random() * length(letters))::int, 1);
  END LOOP;
  RETURN left(number, 4) || '-' || right(number, 4);
END
$$;

-- A volatile default: each order there is gets a number of its own, without a trigger hearing of it.
ALTER TABLE "funnel"."orders"
    ADD COLUMN "number" TEXT NOT NULL DEFAULT "funnel"."new_order_number"(),
    -- Both addresses of the buyer as they were given: in the funnel, and at the card form when that asked. `email` is the one that counts.
    ADD COLUMN "funnel_email" TEXT,
    ADD COLUMN "form_email" TEXT,
    ADD CONSTRAINT "orders_number_check" CHECK ("number" ~ '^[2-9CDFHJKMNPRTWXY]{4}-[2-9CDFHJKMNPRTWXY]{4}$');

-- Two alike are next to impossible, and would keep the index below from being made.
DO $$
BEGIN
  LOOP
    UPDATE "funnel"."orders" SET "number" = DEFAULT
    WHERE "id" IN (SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY "number" ORDER BY "id") AS "place" FROM "funnel"."orders") AS "same" WHERE "place" > 1);
    EXIT WHEN NOT FOUND;
  END LOOP;
END
$$;

CREATE UNIQUE INDEX "orders_number_key" ON "funnel"."orders" ("number");
