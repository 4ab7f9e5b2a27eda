import { newId } from '../../src/kernel/ids.ts'
import type { Queryable } from '../../src/platform/db/database.ts'
import type { JobTable } from '../../src/platform/jobs/job-table.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/jobs/job-table.ts'
import {
  type Account,
  type AccountKeys,
  type AccountSettings,
  findAccount,
  findAccountOfRetailer,
  findAccountOfShop,
  listAccounts,
  takeTurn,
  writeAccount,
} from './account-store.ts'
import { sendCallbacks } from './callbacks.ts'
import { compareAccount, compareAll, DIFFERENCE_WORDS, finishInterrupted, fixDifference } from './compare.ts'
import type { ConnectorContext } from './context.ts'
import { findDifference, listDifferences } from './difference-store.ts'
import { type Finding, fine, wrong } from './doctor.ts'
import { ensureEndpoint } from './endpoint.ts'
import { openLender } from './follow-payment.ts'
import { handleEvents } from './inbox.ts'
import { removeOldEvents } from './inbox-store.ts'
import { CALLBACKS_JOB, INBOX_JOB, SUITE_JOB } from './job-names.ts'
import { getRefusal, LenderAway } from './lender.ts'
import { listLog, removeOldLog, writeLog } from './log-store.ts'
import { endSuitePayment } from './suite.ts'

/** One shop of a retailer, as its staff see it. No key is in it. */
export interface ConnectorView {
  readonly id: string
  readonly platform: string
  readonly account: string
  readonly isEnabled: boolean
  readonly settings: AccountSettings
  readonly createdAt: string
}

export interface LogView {
  readonly at: string
  readonly isProblem: boolean
  readonly code: string
  readonly message: string
  /** The shop's order, where the line is about one. */
  readonly orderId?: string
}

export interface DifferenceView {
  readonly id: string
  readonly kind: string
  readonly orderId: string
  /** What the platform shows, and what we have. */
  readonly theirs: string
  readonly ours: string
  readonly sentence: string
  /** The word on the button that ends it. */
  readonly fix: string
  readonly foundAt: string
}

/** What the console and the command line do with connectors. A connector of another retailer is not found. */
export interface Connectors {
  /** Names of the platforms whose connector runs here. */
  readonly platforms: readonly string[]
  /** Where a shop begins the installation, by platform. */
  readonly installAddresses: Readonly<Record<string, string>>
  list(retailerId: string): Promise<readonly ConnectorView[]>
  examine(retailerId: string, id: string): Promise<readonly Finding[] | undefined>
  readLog(retailerId: string, id: string, limit?: number): Promise<readonly LogView[] | undefined>
  readDifferences(retailerId: string, id: string): Promise<readonly DifferenceView[] | undefined>
  /** Looks now instead of at night. */
  compare(retailerId: string, id: string): Promise<readonly DifferenceView[] | undefined>
  /** False when the difference is gone already. */
  fix(retailerId: string, id: string, differenceId: string): Promise<boolean>
  enable(asked: NewAccount, on?: Queryable): Promise<ConnectorView>
  disable(retailerId: string, id: string, on?: Queryable): Promise<boolean>
  /** The id of the interface's key that the connector uses, so that it can be revoked when another takes its place. */
  readKeyId(retailerId: string, platform: string, on?: Queryable): Promise<string | undefined>
  /** A connector whose key was rotated goes on with the new one. */
  takeKey(
    replacedId: string,
    issued: { readonly id: string; readonly key: string },
    on?: Queryable,
  ): Promise<void>
  /** Nobody else connects this shop, or another one of this retailer, before the transaction ends. */
  takeTurn(shop: NamedShop, on: Queryable): Promise<void>
  /** Whether another retailer has connected this shop. */
  isTaken(shop: NamedShop, on: Queryable): Promise<boolean>
}

type NamedShop = Pick<NewAccount, 'platform' | 'retailerId' | 'account'>

export interface NewAccount {
  readonly platform: string
  readonly retailerId: string
  readonly account: string
  readonly settings: AccountSettings
  /** `apiKey` and the platform's own. Those that are absent stay as they were. */
  readonly keys: AccountKeys
}

const LOG_LINES = 100
const DIFFERENCES = 200

export function createConnectors(context: ConnectorContext): Connectors {
  const { database, secrets, clock } = context

  async function find(retailerId: string, id: string): Promise<Account | undefined> {
    const account = await findAccount(database, secrets, id)
    return account?.retailerId === retailerId ? account : undefined
  }

  async function readDifferences(account: Account): Promise<readonly DifferenceView[]> {
    const found = await listDifferences(database, account.id, DIFFERENCES)
    return found.map(({ id, kind, orderId, theirs, ours, foundAt }) => {
      const { sentence = kind, fix = 'Ver' } = DIFFERENCE_WORDS[kind] ?? {}
      return { id, kind, orderId, theirs, ours, sentence, fix, foundAt: foundAt.toISOString() }
    })
  }

  return {
    platforms: [...context.platforms.keys()],
    installAddresses: Object.fromEntries(
      [...context.platforms.values()].flatMap(({ name, installAddress }) =>
        installAddress === undefined ? [] : [[name, installAddress]],
      ),
    ),
    async list(retailerId) {
      return (await listAccounts(database, secrets, retailerId)).map(viewAccount)
    },
    async examine(retailerId, id) {
      const account = await find(retailerId, id)
      return account && examineAccount(context, account)
    },
    async readLog(retailerId, id, limit = LOG_LINES) {
      const account = await find(retailerId, id)
      if (account === undefined) return undefined
      return (await listLog(database, account.id, { limit })).map(line => ({
        at: line.loggedAt.toISOString(),
        isProblem: line.level === 'problem',
        code: line.code,
        message: line.message,
        ...(line.orderId === null ? {} : { orderId: line.orderId }),
      }))
    },
    async readDifferences(retailerId, id) {
      const account = await find(retailerId, id)
      return account && readDifferences(account)
    },
    async compare(retailerId, id) {
      const account = await find(retailerId, id)
      if (account === undefined) return undefined
      await compareAccount(context, account)
      return readDifferences(account)
    },
    async fix(retailerId, id, differenceId) {
      const account = await find(retailerId, id)
      const difference = account && (await findDifference(database, account.id, differenceId))
      if (account === undefined || difference === undefined) return false
      await fixDifference(context, account, difference)
      return true
    },
    async enable({ platform, retailerId, account: name, settings, keys }, on = database) {
      const now = clock.now()
      const known = (await listAccounts(on, secrets, retailerId)).find(each => each.platform === platform)
      const account: Account = {
        id: known?.id ?? newId(now.getTime()),
        platform,
        retailerId,
        account: name,
        isEnabled: true,
        settings: { ...known?.settings, ...settings },
        keys: { ...known?.keys, ...keys },
        createdAt: known?.createdAt ?? now,
        changedAt: now,
      }
      await writeAccount(on, secrets, account)
      const line = { accountId: account.id, level: 'info', code: 'ENABLED' } as const
      await writeLog(on, { ...line, message: 'Conector ligado.' }, now)
      return viewAccount(account)
    },
    async readKeyId(retailerId, platform, on = database) {
      return (await findAccountOfRetailer(on, secrets, { platform, retailerId }))?.keys.apiKeyId
    },
    async takeKey(replacedId, { id, key }, on = database) {
      for (const account of await listAccounts(database, secrets))
        if (account.keys.apiKeyId === replacedId) {
          // One that is installed in a shop keeps the key there.
          const own = account.keys.apiKey === undefined ? {} : { apiKey: key }
          const keys = { ...account.keys, ...own, apiKeyId: id }
          await writeAccount(on, secrets, { ...account, keys, changedAt: clock.now() })
        }
    },
    takeTurn: (shop, on) => takeTurn(on, shop),
    async isTaken({ platform, retailerId, account }, on) {
      const known = await findAccountOfShop(on, secrets, { platform, account })
      return known !== undefined && known.retailerId !== retailerId
    },
    async disable(retailerId, id, on = database) {
      const account = await find(retailerId, id)
      if (account === undefined) return false
      const now = clock.now()
      await writeAccount(on, secrets, { ...account, isEnabled: false, changedAt: now })
      const line = { accountId: id, level: 'info', code: 'DISABLED' } as const
      await writeLog(on, { ...line, message: 'Conector desligado.' }, now)
      return true
    },
  }
}

function viewAccount({ id, platform, account, isEnabled, settings, createdAt }: Account): ConnectorView {
  return { id, platform, account, isEnabled, settings, createdAt: createdAt.toISOString() }
}

/** Its own key and webhooks first: without them no platform works. */
async function examineAccount(context: ConnectorContext, account: Account): Promise<readonly Finding[]> {
  return [
    await examineKey(context, account),
    await examineEndpoint(context, account),
    ...((await context.platforms.get(account.platform)?.examine(context, account)) ?? []),
  ]
}

async function examineKey(context: ConnectorContext, account: Account): Promise<Finding> {
  try {
    await openLender(context, account).listPaymentLinks({ limit: '1' })
    return fine('KEY', 'A chave do Crediário funciona.')
  } catch (error) {
    const code = error instanceof LenderAway ? error.code : findCode(error)
    return wrong('KEY', `A chave do Crediário não funciona (${code}): ligue o conector de novo.`)
  }
}

function findCode(error: unknown): string {
  try {
    return getRefusal(error).code
  } catch (away) {
    return away instanceof LenderAway ? away.code : 'unknown'
  }
}

async function examineEndpoint(context: ConnectorContext, account: Account): Promise<Finding> {
  try {
    await ensureEndpoint(context, account)
    return fine('WEBHOOKS', 'O conector recebe os avisos do Crediário.')
  } catch {
    return wrong('WEBHOOKS', 'O conector não conseguiu registrar o endereço dos avisos: confira PUBLIC_URL.')
  }
}

const KEEP_EVENTS_MS = 31 * DAY_MS
const KEEP_LOG_MS = 180 * DAY_MS

/** Of the program that the connectors run in. */
interface Host {
  readonly connectorContext: ConnectorContext
}

export const connectorJobs: JobTable<Host> = {
  periodic: {
    'connector-sweep': {
      everyMs: 10 * SECOND_MS,
      async run({ connectorContext: context }) {
        await handleEvents(context)
        await finishInterrupted(context)
        await sendCallbacks(context)
      },
    },
    'connector-endpoints': {
      everyMs: MINUTE_MS,
      run: ({ connectorContext }) => ensureEndpoints(connectorContext),
    },
    'connector-comparison': {
      everyMs: DAY_MS,
      async run({ connectorContext: context }) {
        await compareAll(context)
        const nowMs = context.clock.now().getTime()
        await removeOldEvents(context.database, new Date(nowMs - KEEP_EVENTS_MS))
        await removeOldLog(context.database, new Date(nowMs - KEEP_LOG_MS))
      },
    },
  },
  handlers: {
    [CALLBACKS_JOB]: ({ connectorContext }) => sendCallbacks(connectorContext),
    [INBOX_JOB]: ({ connectorContext }) => handleEvents(connectorContext),
    [SUITE_JOB]: ({ connectorContext }, paymentId) => endSuitePayment(connectorContext, paymentId),
  },
}

async function ensureEndpoints(context: ConnectorContext): Promise<void> {
  for (const account of await listAccounts(context.database, context.secrets))
    try {
      // One that is installed in a shop hears of events there.
      if (account.isEnabled && context.platforms.has(account.platform)) await ensureEndpoint(context, account)
    } catch (error) {
      if (!(error instanceof LenderAway)) throw error
      context.log.warn({ component: 'connectors' }, `no webhooks for a connector yet: ${error.message}`)
    }
}
