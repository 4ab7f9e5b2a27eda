-- People of the sandbox that a retailer was given; the CPF follows from persona and number. A free one may be given again.
CREATE TABLE sandbox_people (
  retailer_id text NOT NULL REFERENCES retailers (id),
  persona text NOT NULL CHECK (persona ~ '^[0-9]{3}$'),
  number integer NOT NULL CHECK (number BETWEEN 0 AND 999),
  given_at timestamptz NOT NULL,
  is_free boolean NOT NULL DEFAULT false,
  PRIMARY KEY (retailer_id, persona, number)
) WITH (fillfactor = 80);
CREATE INDEX sandbox_people_by_person ON sandbox_people (persona, number) WHERE NOT is_free;

-- Moving the clock needs a scope of its own, which the first demonstration key has. Of a key only a keyed hash is kept; the published
-- one is known by its retailer and by how it is shown.
UPDATE api_keys SET scopes = array_append(scopes, 'clock')
  WHERE retailer_id = '000000000000000000000001' AND kind = 'secret' AND hint = 'sk_homolog_dem…0000'
    AND 'sandbox' = ANY (scopes) AND 'clock' <> ALL (scopes);
