-- The version of the interface that a key was made under. The default stays: during an upgrade the program before it
-- still makes keys, and it knows only this version.
ALTER TABLE api_keys ADD COLUMN api_version text NOT NULL DEFAULT '2026-11-01'
  CHECK (api_version ~ '^\d{4}-\d{2}-\d{2}$');
