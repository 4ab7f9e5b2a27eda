-- How the pages of a retailer's customers look: its colour, and a logo that this service sends itself.
CREATE TABLE retailer_themes (
  retailer_id text PRIMARY KEY REFERENCES retailers (id),
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  logo bytea CHECK (octet_length(logo) BETWEEN 1 AND 65536),
  -- In its address, so that browsers keep it for ever.
  logo_hash text CHECK (logo_hash ~ '^[0-9a-f]{32}$'),
  logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  logo_width integer CHECK (logo_width BETWEEN 1 AND 1024),
  logo_height integer CHECK (logo_height BETWEEN 1 AND 512),
  changed_by text NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 200),
  changed_at timestamptz NOT NULL,
  CHECK (num_nulls(logo, logo_hash, logo_type, logo_width, logo_height) IN (0, 5))
);
CREATE INDEX retailer_themes_by_logo ON retailer_themes (logo_hash) WHERE logo_hash IS NOT NULL;
