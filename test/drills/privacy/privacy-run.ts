import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { parseConfig } from '../../../src/app/config/config.ts'
import { openFoundation } from '../../../src/app/program.ts'
import { forgetPerson } from '../../../src/app/upkeep/forget-person.ts'
import { invitePerson } from '../../../src/domains/staff/index.ts'
import { Refused } from '../../../src/kernel/faults.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { listDemonstrationOperators } from '../../../src/sandbox/demonstration-operators.ts'
import { listDemonstrationStaff } from '../../../src/sandbox/demonstration-staff.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY } from '../../support/app.ts'
import { startChildService } from '../../support/child-service.ts'
import { startDebianPostgres } from '../../support/debian-postgres.ts'
import type { Person } from '../../support/people.ts'
import { workAtDesk } from './at-the-desk.ts'
import { createFlows } from './every-flow.ts'
import { workInConsole } from './in-the-console.ts'
import { createScan } from './scan.ts'
import { inventPeople, MAIL_MARK, NAME_MARK, STREET_MARK } from './seeded-people.ts'

export interface PrivacyPlan {
  readonly people: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface PrivacyReport {
  readonly figures: Readonly<Record<string, number | string>>
  readonly defects: readonly string[]
}

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts')
const AT_ONCE = 6
const FORGOTTEN = 20
const MOST_SHOWN = 10

/** Takes many people through every flow; afterwards no output and no dump of the service may contain their data. */
export async function searchEverywhere({ people: count, seed, log }: PrivacyPlan): Promise<PrivacyReport> {
  const postgres = await startDebianPostgres()
  const receiver = await openReceiver()
  const databaseUrl = await postgres.createDatabase('privacy')
  const env = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PER_SECOND: '1000000',
    UNKNOWN_KEY_LIMIT_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const service = await startChildService(env)
  try {
    const people = inventPeople(count, seed)
    const secret = await subscribe(service.url, receiver.url)
    const flows = await createFlows(service.url, DEMO_KEY)
    const queue = people.entries()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [number, person] of queue) {
          await flows.take(person, number)
          if (number % 50 === 49) log(`${number + 1} people`)
        }
      }),
    )
    const cases = await workAtDesk(service.url, await findOperator(env), people, flows.record)
    const { owner, token } = await findOwner(env)
    await workInConsole(service.url, owner, token, people, flows.record)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    const dump = await postgres.tool('pg_dump', '--dbname', databaseUrl)
    const { record } = flows
    // The publishable key is no secret: shops print it into their pages, and its text is stored for the snippet.
    const tokens = new Set([...record.tokens, secret, DEMO_KEY, PLAIN_KEY].filter(each => each !== ''))
    const scan = createScan({
      numbers: new Set(people.flatMap(({ cpf, phone }) => [cpf, phone])),
      words: [MAIL_MARK, STREET_MARK, NAME_MARK],
      tokens,
    })
    const places: Readonly<Record<string, string>> = {
      'the log': listLogLines(service.printed()),
      'error bodies': record.errors.join('\n'),
      'webhook bodies': receiver.bodies.join('\n'),
      metrics,
      pg_dump: dump,
    }
    const hits = Object.entries(places).flatMap(([place, found]) =>
      scan(found)
        .slice(0, MOST_SHOWN)
        .map(hit => `${place} holds ${hit}`),
    )
    if (cases === 0) hits.push('nobody came to the desk')
    const empty = Object.entries(places).filter(([, found]) => found.length < 1_000)
    log(`${record.purchases.length} purchases; forgetting`)
    const forgotten = await forgetSome(env, people)
    return {
      defects: [...hits, ...empty.map(([place]) => `nothing was written to ${place}`), ...forgotten.defects],
      figures: {
        people: count,
        seed,
        purchases: record.purchases.length,
        'cases at the desk': cases,
        'requests served': record.served,
        'error bodies': record.errors.length,
        'webhook bodies': receiver.bodies.length,
        'keys and tokens': tokens.size,
        'megabytes of log': megabytes(places['the log']),
        'megabytes of pg_dump': megabytes(dump),
        'people forgotten': forgotten.count,
        ledger: forgotten.ledger,
        audit: forgotten.audit,
      },
    }
  } finally {
    await service.end()
    receiver.close()
    await postgres.stop()
  }
}

/** The welcome text at start, which shows the public demonstration key, is not part of the log. */
const listLogLines = (printed: string): string =>
  printed
    .split('\n')
    .filter(line => line.startsWith('{'))
    .join('\n')

const megabytes = (found = ''): number => Math.round(found.length / 100_000) / 10

async function findOperator(env: Readonly<Record<string, string>>) {
  const foundation = await openFoundation(parseConfig(env), createLog({ level: 'silent' }))
  try {
    const [operator] = await listDemonstrationOperators(foundation.services)
    if (operator === undefined) throw new Error('nobody sits at the desk')
    return operator
  } finally {
    await foundation.close()
  }
}

/** An owner of the demonstration shop, and the token of an invitation. */
async function findOwner(env: Readonly<Record<string, string>>) {
  const foundation = await openFoundation(parseConfig(env), createLog({ level: 'silent' }))
  try {
    const { services } = foundation
    const [owner] = await listDemonstrationStaff(services)
    if (owner === undefined) throw new Error('nobody has the console of the shop')
    const email = `convite${MAIL_MARK}`
    const invited = await invitePerson(services, { email, role: 'VIEWER', retailerId: DEMO_RETAILER })
    if (invited === 'known') throw new Error('the invited person is known already')
    return { owner, token: invited.link.split('#')[1] ?? '' }
  } finally {
    await foundation.close()
  }
}

/** Books and audit log must verify afterwards against heads noted before. */
async function forgetSome(env: Readonly<Record<string, string>>, people: readonly Person[]) {
  const command = async (...words: string[]): Promise<string> =>
    (await run(process.execPath, [CLI, ...words], { env: { ...process.env, ...env } })).stdout
  const ledgerHead = /head (\S+)/.exec(await command('ledger', 'seal'))?.[1] ?? ''
  await command('audit', 'seal')
  const auditHead = /head (\S+)/.exec(await command('audit', 'verify'))?.[1] ?? ''
  let count = 0
  const foundation = await openFoundation(parseConfig(env), createLog({ level: 'silent' }))
  try {
    for (const { cpf } of people) {
      if (count === FORGOTTEN) break
      count += await forgetPerson(foundation.services, cpf).then(
        () => 1,
        error => {
          // A person with a living contract is rightly refused.
          if (error instanceof Refused) return 0
          throw error
        },
      )
    }
  } finally {
    await foundation.close()
  }
  const [ledger, audit] = await Promise.all([
    command('ledger', 'verify', '--head', ledgerHead),
    command('audit', 'verify', '--head', auditHead),
  ])
  const firstLine = (printed: string): string => printed.split('\n', 1)[0] ?? ''
  const expected = Math.min(FORGOTTEN, Math.floor(people.length / 4))
  return {
    count,
    ledger: firstLine(ledger),
    audit: firstLine(audit),
    defects: [
      ...(count >= expected ? [] : [`only ${count} people could be forgotten`]),
      ...(/all balanced/.test(ledger) ? [] : [`the ledger does not verify: ${ledger}`]),
      ...(/all as they were written/.test(audit) ? [] : [`the audit log does not verify: ${audit}`]),
    ],
  }
}

async function subscribe(url: string, receiver: string): Promise<string> {
  const response = await fetch(`${url}/webhooks/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: DEMO_KEY, url: receiver }),
  })
  const { secret } = (await response.json()) as { secret: string }
  return secret.replace(/^whsec_/, '').replace(/=+$/, '')
}

async function openReceiver() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request).catch(() => ''))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
