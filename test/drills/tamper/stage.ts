import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { registerJobs } from '../../../src/app/register-jobs.ts'
import { computeCnpjCheckDigits } from '../../../src/brazil/cnpj.ts'
import { computeCpfCheckDigits } from '../../../src/brazil/cpf.ts'
import type { PayoutOrder } from '../../../src/domains/payouts/order.ts'
import type { PayoutRail, RailAnswer } from '../../../src/domains/payouts/rail.ts'
import { publishFirstTerms } from '../../../src/domains/retailers/change-terms.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createJobRunner, type JobHandler, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { richDemonstrationPolicy } from '../../../src/sandbox/demonstration-policies.ts'
import { nameRoles, presentRoleScript } from '../../../src/schema/role-script.ts'
import { StubBank } from '../../payouts/stub-bank.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from '../../support/database.ts'
import type { Person } from '../../support/people.ts'

/** What the bank was really asked to pay, and to whom. */
export interface PaidOut {
  readonly amountCentavos: number
  readonly document: string
  /** Key or account. */
  readonly place: string
}

class RecordingBank extends StubBank {
  readonly paid: PaidOut[] = []

  /** Returns a way back to what the bank knows now: an order that is put back is new to it again. */
  takeSnapshot(): () => void {
    const known = [...this.taken]
    return () => {
      this.taken.clear()
      for (const [key, payout] of known) this.taken.set(key, payout)
    }
  }

  override async send(order: PayoutOrder): Promise<RailAnswer> {
    const isNew = !this.taken.has(order.payoutKey)
    const answer = await super.send(order)
    const { amountCentavos, payee } = order
    const { to } = payee
    const place = to.kind === 'pix-key' ? to.key : `${to.bankCode}/${to.agency}/${to.account}`
    if (isNew) this.paid.push({ amountCentavos, document: payee.document, place })
    return answer
  }
}

/** A retailer of one purchase, so that what is paid to it is told apart from what is paid for others. */
export interface Shop {
  readonly id: string
  readonly key: string
  readonly cnpj: string
}

/** The whole program as its own database role, with a bank that records, and an intruder beside it. */
export interface Stage {
  /** Another one after `restart`. */
  readonly app: TestApp
  readonly bank: RecordingBank
  /** Has what the program's role has in the database, and no key. */
  readonly intruder: Client
  /** Looks and puts back; has rights that neither the program nor the intruder has. */
  readonly administrator: Client
  openShop(more?: { readonly requiresInvoice?: true }): Promise<Shop>
  newPerson(persona?: string): Person
  /** One of the worker's jobs, as the worker runs it; what it throws is logged as the worker logs it. */
  runJob(name: string, more?: { readonly withoutBank?: true }): Promise<void>
  /** All queued jobs of these kinds. */
  runQueued(kinds: readonly string[]): Promise<void>
  /** Every line that the program or its worker has logged as an error since the last start. */
  listErrors(): string[]
  /** Another process on the same database, at the same time of the clock: it remembers nothing. */
  restart(at: Date): Promise<void>
  close(): Promise<void>
}

/** So that every decision at the desk is a proposal. */
export const FOUR_EYES = { DESK_FOUR_EYES_ABOVE: '100' }

export async function openStage(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const server = await startTestServer()
  const testDatabase = await giveRoles(await openTestDatabase(), server.administrator)
  const { connection } = testDatabase
  const [intruder, administrator] = await Promise.all([
    connect(connection),
    connect({ ...server.administrator, database: connection.database }),
  ])
  await administrator.query('SET session_replication_role = replica')
  const bank = new RecordingBank()
  let program = await startProgram(testDatabase, bank, env)
  let made = 0
  return {
    get app() {
      return program.app
    },
    bank,
    intruder,
    administrator,
    openShop: more => openShop(program.app, ++made, more),
    newPerson: persona => describePerson(++made, persona),
    async runJob(name, more = {}) {
      const { sending, ordering, log } = program
      const handler = (more.withoutBank ? ordering : sending).handlers.get(name)
      if (handler === undefined) throw new Error(`the worker has no job ${name}`)
      try {
        await handler(undefined, { attempt: 1, signal: AbortSignal.timeout(JOB_MS) })
      } catch (error) {
        log.error({ err: error, kind: name }, 'job failed')
      }
    },
    async runQueued(kinds) {
      await program.sending.runner.runDueJobs({ kinds, waitMs: JOB_MS })
    },
    listErrors: () => [...program.app.logged().split('\n'), ...program.lines].filter(isError),
    async restart(at) {
      await program.app.stop()
      program = await startProgram(testDatabase, bank, env)
      const { clock } = program.app
      clock.advance({ ms: at.getTime() - clock.now().getTime() })
    },
    async close() {
      await intruder.end()
      await administrator.end()
      await program.app.stop()
      await testDatabase.close()
      await server.stop()
    },
  }
}

interface Program {
  readonly app: TestApp
  readonly sending: Worker
  /** Orders and approves only. */
  readonly ordering: Worker
  readonly log: ReturnType<typeof createLog>
  readonly lines: readonly string[]
}

/** Without a worker of its own: the stage decides when a job runs. */
async function startProgram(
  testDatabase: TestDatabase,
  bank: RecordingBank,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const database = openDatabase({
    connection: testDatabase.connection,
    poolSize: 10,
    applicationName: 'tamper',
    onError: () => {},
  })
  const { connection } = testDatabase
  const app = await startTestApp({
    testDatabase: { database, connection, close: () => database.close() },
    env: { ...env, ROLE: 'api' },
  })
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: line => void lines.push(line) } })
  return { app, log, lines, sending: openWorker(app, bank, log), ordering: openWorker(app, undefined, log) }
}

/**
 * On a busy machine a connection may time out, which says nothing about the program: what was prepared or tried then is
 * tried again.
 */
export async function askUntilServed<T>(work: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !isStarved(String(error))) throw error
    }
  }
}

const NO_RIGHT = '42501'

/** Whether a break-in opens what it is after. A statement that the role has no right to opens nothing. */
export async function opens(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await askUntilServed(attempt)
  } catch (error) {
    if ((error as { code?: string }).code === NO_RIGHT) return false
    throw error
  }
}

/** Whether an error or a notice only tells that no connection was to be had in time. */
export const isStarved = (text: string): boolean =>
  /service_unavailable|DatabaseUnavailable|timeout exceeded when trying to connect/.test(text)

const ATTEMPTS = 5
const JOB_MS = 20_000
const ERROR_LEVEL = 50

function isError(line: string): boolean {
  const level = /"level":(?:(\d+)|"(\w+)")/.exec(line)
  return Number(level?.[1]) >= ERROR_LEVEL || /^(?:error|fatal)$/.test(level?.[2] ?? '')
}

interface Worker {
  readonly handlers: ReadonlyMap<string, JobHandler>
  readonly runner: JobRunner
}

function openWorker(
  { services }: TestApp,
  payoutRail: PayoutRail | undefined,
  log: ReturnType<typeof createLog>,
): Worker {
  const { database, clock } = services
  const runner = createJobRunner({ database, clock, log })
  const handlers = new Map<string, JobHandler>()
  const register: JobRunner['register'] = (given, schedules) => {
    for (const [name, handler] of Object.entries(given)) handlers.set(name, handler)
    runner.register(given, schedules)
  }
  registerJobs({ ...runner, register }, { ...services, payoutRail, log })
  return { handlers, runner }
}

async function openShop(
  { services }: TestApp,
  number: number,
  { requiresInvoice = false }: { readonly requiresInvoice?: boolean } = {},
): Promise<Shop> {
  const { database, secrets, clock, retailers, credit } = services
  const id = newId(clock.now().getTime())
  const stem = `${String(20_000_000 + number)}0001`
  const cnpj = stem + computeCnpjCheckDigits(stem)
  const name = `Loja ${number}`
  await retailers.createRetailer({
    id,
    name,
    cnpj,
    gracePeriodEnabled: false,
    retentionEnabled: false,
    insuranceEnabled: false,
    scriptEnabled: false,
    isPublished: false,
  })
  const terms = {
    legalName: `${name} Ltda.`,
    cnpj,
    schedule: 'immediate',
    account: { pixKey: cnpj },
  } as const
  await publishFirstTerms(database, secrets, id, terms, { by: 'stage', at: clock.now() })
  await credit.policies.publishFirst(id, {
    ...richDemonstrationPolicy,
    ...(requiresInvoice && { transfer: { requiresInvoice } }),
  })
  const { key } = await retailers.issueKey({ retailerId: id, kind: 'secret' })
  return { id, key, cnpj }
}

/** A person of a sandbox persona, approved with the highest limit unless another is named. */
function describePerson(number: number, persona = '001'): Person {
  const digits = `000${persona}${String(number % 1_000).padStart(3, '0')}`
  return {
    cpf: digits + computeCpfCheckDigits(digits),
    phone: `119${String(81_000_000 + number)}`,
    email: `pessoa.${number}@exemplo.com.br`,
    zipCode: '01310100',
  }
}

/** The same database, with the connection of the program's role that `database roles` makes. */
async function giveRoles(testDatabase: TestDatabase, administrator: ClientConfig): Promise<TestDatabase> {
  const names = nameRoles(`test_${process.pid}_${randomBytes(4).toString('hex')}`)
  const { connection } = testDatabase
  const client = await connect({ ...administrator, database: connection.database })
  await client.query(presentRoleScript(names))
  await client.query(`ALTER ROLE ${names.app} PASSWORD '${connection.password}'`)
  await client.end()
  return {
    ...testDatabase,
    connection: { ...connection, user: names.app },
    async close() {
      await testDatabase.close()
      const cleaner = await connect(administrator)
      await cleaner.query(`DROP ROLE ${Object.values(names).join(', ')}`)
      await cleaner.end()
    },
  }
}

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client({ ...config, statement_timeout: JOB_MS })
  await client.connect()
  return client
}
