import type { Queryable, Statement } from '../platform/db/database.ts'
import { type RowStatement, runRows } from '../platform/db/row-statement.ts'

/** A freed attempt has a negative time and counts no more. */
const WAS_TRIED = `a.attempts @? '$[*] ? (@.t > 0)'`

const LIST_GIVEN: Statement = {
  name: 'sandbox-people.list-given',
  text: `SELECT number, retailer_id = $1 AS is_own, is_free FROM sandbox_people
    WHERE persona = $2 AND (retailer_id = $1 OR NOT is_free) ORDER BY given_at, number`,
}
/* The OFFSETs force a key look-up per row, whatever statistics the planner has. */
const LIST_FRESH: RowStatement<Candidate> = {
  name: 'sandbox-people.list-fresh',
  columns: { at: 'integer', number: 'integer', cpfIndex: 'bytea' },
  text: `SELECT c.number FROM rows c
    WHERE NOT EXISTS (SELECT FROM applicants a
        WHERE a.cpf_index = c.cpf_index AND a.retailer_id = $1 AND ${WAS_TRIED} OFFSET 0)
      AND NOT EXISTS (SELECT FROM credit_contracts k WHERE k.cpf_index = c.cpf_index AND k.is_living OFFSET 0)
    ORDER BY c.at`,
}
/* Of any number who take the same person at once one succeeds. */
const TAKE: Statement = {
  name: 'sandbox-people.take',
  text: `INSERT INTO sandbox_people AS p (retailer_id, persona, number, given_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (retailer_id, persona, number) DO UPDATE SET given_at = excluded.given_at, is_free = false WHERE p.is_free
    RETURNING number`,
}
/*
 * Locked in the order in which evaluations lock people. Attempts get a negative time and stay: a decision is only
 * recorded while its attempt is there, and one may be under way.
 */
const FREE: RowStatement<Candidate> = {
  name: 'sandbox-people.free',
  columns: { number: 'integer', cpfIndex: 'bytea' },
  text: `, tried AS MATERIALIZED (
      SELECT a.cpf_index, c.number FROM rows c JOIN applicants a ON a.cpf_index = c.cpf_index AND a.retailer_id = $1
      WHERE ${WAS_TRIED} ORDER BY a.cpf_index FOR UPDATE OF a
    ), cleared AS (
      UPDATE applicants a SET attempts =
          (SELECT jsonb_agg(e || jsonb_build_object('t', -abs((e->>'t')::bigint))) FROM jsonb_array_elements(a.attempts) e)
      FROM tried t WHERE a.cpf_index = t.cpf_index AND a.retailer_id = $1
      RETURNING t.number
    ), given AS (
      UPDATE sandbox_people SET is_free = true WHERE retailer_id = $1 AND persona = $2 AND NOT is_free RETURNING number
    )
    SELECT count(*)::integer AS count FROM (SELECT number FROM cleared UNION SELECT number FROM given) freed`,
}

/** One of the thousand people of a persona. */
export interface Candidate {
  readonly number: number
  readonly cpfIndex: Buffer
}

export interface GivenPerson {
  readonly number: number
  /** Given to this retailer, not to another one. */
  readonly isOwn: boolean
  readonly isFree: boolean
}

/** Everybody whom this retailer was ever given or another one holds, in the order in which they were given. */
export function listGivenPeople(db: Queryable, retailerId: string, persona: string): Promise<GivenPerson[]> {
  return db.run<GivenPerson>(LIST_GIVEN, [retailerId, persona])
}

/** Those without an attempt at this retailer and without a living contract at any, in the same order. */
export async function listFreshPeople(
  db: Queryable,
  retailerId: string,
  candidates: readonly Candidate[],
): Promise<number[]> {
  const rows = await runRows<{ number: number }, Candidate>(db, LIST_FRESH, candidates, [retailerId])
  return rows.map(({ number }) => number)
}

/** False when another process was faster. */
export async function takePerson(
  db: Queryable,
  person: { readonly retailerId: string; readonly persona: string; readonly number: number },
  now: Date,
): Promise<boolean> {
  return (await db.run(TAKE, [person.retailerId, person.persona, person.number, now])).length === 1
}

/** How many are free again. */
export async function freePeople(
  db: Queryable,
  retailerId: string,
  persona: string,
  candidates: readonly Candidate[],
): Promise<number> {
  const [freed] = await runRows<{ count: number }, Candidate>(db, FREE, candidates, [retailerId, persona])
  return freed?.count ?? 0
}
