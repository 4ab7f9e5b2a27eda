import { randomInt } from 'node:crypto'
import type { App } from '../app/app.ts'
import { computeCpfCheckDigits } from '../brazil/cpf.ts'
import { RequestError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/parameter-errors.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database, Remember } from '../platform/db/database.ts'
import {
  type Candidate,
  freePeople,
  type GivenPerson,
  listFreshPeople,
  listGivenPeople,
  takePerson,
} from './people-store.ts'
import { personas } from './personas.ts'

/** A person as a checkout form asks for one. */
export interface SandboxPerson {
  readonly cpf: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly zipCode: string
  readonly addressStreet: string
  readonly addressNumber: string
  readonly addressComplement: string
  readonly city: string
  readonly state: string
}

/** Digits 7 to 9 of the CPF are free. */
const PEOPLE_OF_PERSONA = 1_000

const FIRST_NAMES = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Glória', 'Heitor', 'Inês', 'João']
const MIDDLE_NAMES = ['Alves', 'Barros', 'Costa', 'Dias', 'Farias', 'Gomes', 'Lima', 'Melo', 'Nunes', 'Pinto']
const LAST_NAMES = [
  'Ramos',
  'Rocha',
  'Sales',
  'Silva',
  'Souza',
  'Teles',
  'Vargas',
  'Viana',
  'Vieira',
  'Xavier',
]

/** The same for the same digits. Each has a phone of its own: the phone alert counts people on one phone. */
function composeSandboxPerson(persona: string, number: number): SandboxPerson {
  const digits = persona + String(number).padStart(3, '0')
  const [first = '', middle = '', last = ''] = [FIRST_NAMES, MIDDLE_NAMES, LAST_NAMES].map(
    (names, place) => names[Math.floor(number / 10 ** place) % 10],
  )
  return {
    cpf: composeCpf(persona, number),
    name: `${first} ${middle} ${last}`,
    phone: `11970${digits}`,
    email: `pessoa.${digits}@example.com`,
    zipCode: '01310100',
    addressStreet: 'Avenida Paulista',
    addressNumber: String(100 + number),
    addressComplement: '',
    city: 'São Paulo',
    state: 'SP',
  }
}

/** An invented name: that of the sandbox's person where the CPF is one's. */
export const nameSandboxPerson = (cpf: string): string =>
  composeSandboxPerson(cpf.slice(3, 6), Number(cpf.slice(6, 9))).name

function composeCpf(persona: string, number: number): string {
  const nineDigits = `000${persona}${String(number).padStart(3, '0')}`
  return nineDigits + computeCpfCheckDigits(nineDigits)
}

interface PeopleContext {
  readonly database: Database
  readonly secrets: Secrets
}

/** How many people are looked up at once. */
const LOOKED_UP = 50

/** A person whom this retailer was not given and has not used, and who has no living contract anywhere. */
async function giveSandboxPerson(
  { database, secrets }: PeopleContext,
  { retailerId, persona, now }: { readonly retailerId: string; readonly persona: string; readonly now: Date },
  remember?: Remember<SandboxPerson>,
): Promise<SandboxPerson | undefined> {
  const take = (number: number): Promise<SandboxPerson | undefined> =>
    database.transaction(async tx => {
      if (!(await takePerson(tx, { retailerId, persona, number }, now))) return undefined
      const person = composeSandboxPerson(persona, number)
      await remember?.(tx, person)
      return person
    })
  const everybody = listCandidates(secrets, persona)
  const wanted = orderPeople(await listGivenPeople(database, retailerId, persona))
  for (let from = 0; from < wanted.length; from += LOOKED_UP) {
    const candidates = wanted.slice(from, from + LOOKED_UP).flatMap(number => everybody[number] ?? [])
    for (const number of await listFreshPeople(database, retailerId, candidates)) {
      const person = await take(number)
      if (person !== undefined) return person
    }
  }
  return undefined
}

/**
 * First those whom nobody was given, in any order, so that requests at once rarely want the same one; then those free
 * again, the longest unused first; last those of other retailers, because a person has one living contract anywhere.
 */
function orderPeople(given: readonly GivenPerson[]): number[] {
  const own = given.filter(({ isOwn }) => isOwn)
  const taken = new Set(own.map(({ number }) => number))
  const held = new Set(given.filter(({ isOwn }) => !isOwn).map(({ number }) => number))
  const others = shuffle([...Array(PEOPLE_OF_PERSONA).keys()].filter(number => !taken.has(number)))
  const free = own.filter(({ isFree }) => isFree).map(({ number }) => number)
  const isHeld = (number: number): boolean => held.has(number)
  const wanted = [...others, ...free]
  return [...wanted.filter(number => !isHeld(number)), ...wanted.filter(isHeld)]
}

function shuffle(numbers: number[]): number[] {
  for (let last = numbers.length - 1; last > 0; last--) {
    const at = randomInt(last + 1)
    const [one = 0, other = 0] = [numbers[at], numbers[last]]
    numbers[at] = other
    numbers[last] = one
  }
  return numbers
}

/**
 * People that the retailer was given, or that it tried, are fresh again. One step per persona; the count of all is
 * remembered with the last. Returns how many.
 */
export async function freeSandboxPeople(
  { database, secrets }: PeopleContext,
  retailerId: string,
  remember?: Remember<number>,
): Promise<number> {
  let count = 0
  for (const { code } of personas)
    count = await database.transaction(async tx => {
      const freed = count + (await freePeople(tx, retailerId, code, listCandidates(secrets, code)))
      if (code === personas.at(-1)?.code) await remember?.(tx, freed)
      return freed
    })
  return count
}

/** Kept: a thousand blind indexes take longer to compute than the statement that reads them. */
const known = new WeakMap<Secrets, Map<string, readonly Candidate[]>>()

function listCandidates(secrets: Secrets, persona: string): readonly Candidate[] {
  const byPersona = known.get(secrets) ?? new Map<string, readonly Candidate[]>()
  known.set(secrets, byPersona)
  const kept = byPersona.get(persona)
  if (kept !== undefined) return kept
  const candidates = Array.from({ length: PEOPLE_OF_PERSONA }, (_, number) => ({
    number,
    cpfIndex: secrets.computeBlindIndex('cpf', composeCpf(persona, number)),
  }))
  byPersona.set(persona, candidates)
  return candidates
}

/** Somebody of this persona whom the retailer has not met. */
export async function givePerson(
  app: App,
  retailerId: string,
  persona: string,
  remember?: Remember<SandboxPerson>,
): Promise<SandboxPerson> {
  const codes = personas.map(({ code }) => code)
  if (!codes.includes(persona)) throw invalidParameter('persona', `must be one of ${codes.join(', ')}`)
  const person = await giveSandboxPerson(app, { retailerId, persona, now: app.clock.now() }, remember)
  if (person === undefined) throw new RequestError('sandbox_people_used_up')
  return person
}
