-- Whether the price of a checkout includes tax that the provider calculates. Stored, so that the same row always makes the
-- same request and its confirmation says what was sold, whatever the owner has configured since.
ALTER TABLE funnel.checkouts
  ADD COLUMN tax text NOT NULL DEFAULT 'off',
  ADD CONSTRAINT checkouts_tax_check CHECK (tax IN ('off', 'included'));
