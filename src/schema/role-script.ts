import { sessionSettings } from '../platform/db/session-settings.ts'
import { SEQUENCE_RIGHTS, TABLE_RIGHTS } from './table-rights.ts'

export interface RoleNames {
  /** Owns everything and changes the schema. */
  readonly migrator: string
  /** The role of the program. */
  readonly app: string
  /** The role of reports, read-only. */
  readonly readonly: string
}

const MIGRATOR_SUFFIX = '_migrator'

/** Two deployments on one server need different names. */
export function nameRoles(deployment: string): RoleNames {
  return {
    migrator: `${deployment}${MIGRATOR_SUFFIX}`,
    app: `${deployment}_app`,
    readonly: `${deployment}_readonly`,
  }
}

/** The deployment whose migrator role this is; undefined for any other role. */
export function findDeploymentOf(role: string): string | undefined {
  return role.endsWith(MIGRATOR_SUFFIX) ? role.slice(0, -MIGRATOR_SUFFIX.length) : undefined
}

/** SQL for an administrator to read and run; safe to run again. */
export function presentRoleScript(names: RoleNames): string {
  const { migrator, app, readonly } = names
  return `-- Roles of Crediário on a PostgreSQL server of your own. Run it as a superuser in the program's database, before the
-- first start or on a database in use, as often as you like:
--
--   npm run -s crediario -- database roles | psql -v ON_ERROR_STOP=1 ADDRESS_OF_THE_DATABASE
--
-- Then give each role its password with \\password in psql: this script sets none, and without one nobody gets in.

BEGIN;
SET LOCAL lock_timeout = '5s';

-- ${migrator} owns the tables and changes the schema: DATABASE_MIGRATION_URL.
-- ${app} is what the program runs as, serving and working: DATABASE_URL.
-- ${readonly} is for reports: nothing sealed, no secret, no key.
DO $$
BEGIN
${[migrator, app, readonly].map(presentCreation).join('\n')}
  IF EXISTS (SELECT FROM pg_roles WHERE rolname IN ('${app}', '${readonly}')
      AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)) THEN
    RAISE EXCEPTION '${app} or ${readonly} has powers over the whole server: take them away first (ALTER ROLE … NOSUPERUSER …)';
  END IF;
  IF pg_has_role('${app}', '${migrator}', 'MEMBER') OR pg_has_role('${readonly}', '${migrator}', 'MEMBER') THEN
    RAISE EXCEPTION '${app} or ${readonly} is a member of ${migrator}: take that away first (REVOKE … FROM …)';
  END IF;
END $$;

-- The owner of a database owns its schema public too.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO ${migrator}', current_database());
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC, ${app}, ${readonly}', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${app}, ${readonly}', current_database());
END $$;

-- What the program asks for when it connects, for poolers that do not pass it on (PgBouncer).
DO $$
BEGIN
${presentSettings(app)}
END $$;
REVOKE ALL ON SCHEMA public FROM PUBLIC, ${app}, ${readonly};
GRANT USAGE, CREATE ON SCHEMA public TO ${migrator};
GRANT USAGE ON SCHEMA public TO ${app}, ${readonly};

-- Whoever owned a table before has no right on it afterwards.
DO $$
DECLARE
  object text;
BEGIN
  FOR object IN
    SELECT format('TABLE public.%I', c.relname) FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND c.relowner <> '${migrator}'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${migrator}'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${migrator}', object);
  END LOOP;
END $$;

-- What is not listed may not be done. Tables that do not exist yet get their rights from the migration that makes them.
${presentGrants(names, 'replace')}

COMMIT;
`
}

function presentSettings(role: string): string {
  return Object.entries(sessionSettings)
    .map(
      ([name, value]) =>
        `  EXECUTE format('ALTER ROLE ${role} IN DATABASE %I SET ${name} = ''${value}''', current_database());`,
    )
    .join('\n')
}

function presentCreation(role: string): string {
  return `  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} LOGIN; END IF;`
}

/**
 * One statement that grants the rights on every table. `replace` revokes all others first; `add` keeps those that the
 * previous version of the program may still need.
 */
export function presentGrants({ app, readonly }: RoleNames, how: 'replace' | 'add'): string {
  const tables = Object.entries(TABLE_RIGHTS).map(
    ([name, { app, reports }]) =>
      `    ('TABLE', '${name}', '${listTableRights(app).join(', ')}', '${listColumnsToUpdate(app).join(', ')}', '${reports}')`,
  )
  const sequences = Object.entries(SEQUENCE_RIGHTS).map(
    ([name, right]) => `    ('SEQUENCE', '${name}', '${right}', '', '')`,
  )
  const revoke = `
    EXECUTE format('REVOKE ALL ON %s public.%I FROM ${app}, ${readonly}', given.kind, given.name);`
  return `DO $$
DECLARE
  given record;
  columns text;
BEGIN
  FOR given IN SELECT * FROM (VALUES
    -- kind, name, rights of ${app}, columns that it may change if not all, columns that ${readonly} may read
${[...tables, ...sequences].join(',\n')}
  ) AS rights (kind, name, app, updates, readonly)
  LOOP
    CONTINUE WHEN to_regclass('public.' || given.name) IS NULL;${how === 'replace' ? revoke : ''}
    EXECUTE format('GRANT %s ON %s public.%I TO ${app}', given.app, given.kind, given.name);
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
    WHERE attrelid = to_regclass('public.' || given.name) AND attnum > 0 AND NOT attisdropped
      AND attname = ANY (string_to_array(given.updates, ', '));
    IF columns IS NOT NULL THEN
      EXECUTE format('GRANT UPDATE (%s) ON public.%I TO ${app}', columns, given.name);
    END IF;
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
    WHERE attrelid = to_regclass('public.' || given.name) AND attnum > 0 AND NOT attisdropped
      AND attname = ANY (string_to_array(given.readonly, ', '));
    IF given.readonly = '*' THEN
      EXECUTE format('GRANT SELECT ON public.%I TO ${readonly}', given.name);
    ELSIF columns IS NOT NULL THEN
      EXECUTE format('GRANT SELECT (%s) ON public.%I TO ${readonly}', columns, given.name);
    END IF;
  END LOOP;
END $$;`
}

/** The rights on the whole table. */
export function listTableRights(app: string): string[] {
  return ['SELECT', ...app.replace(/, UPDATE \(.*\)/, '').split(', ')].filter(right => right !== '')
}

/** The columns that the program may change, where it may not change all of them. */
export function listColumnsToUpdate(app: string): string[] {
  return /UPDATE \((.+)\)/.exec(app)?.[1]?.split(', ') ?? []
}
