import { RequestError } from '../../contract/errors.ts'
import { type LenderAccount, listAccounts } from '../../domains/lender/index.ts'
import { listMoneyHolds } from '../../domains/payouts/index.ts'
import { readUsedShares } from '../../domains/receivables/billets/store/our-numbers.ts'
import type { App } from '../app.ts'
import { listForgottenNumbers } from '../upkeep/forgotten-numbers.ts'
import { findForeignDatabase, findRewrittenChain } from '../upkeep/seal-chains.ts'
import { type Finding, missing, ok, refuse, warn } from './finding.ts'

/** Share of an account's numbers; the same as in ops/prometheus. */
const ENDING_SHARE = 0.8

/** The keys of demonstration retailers are public. */
export async function listDemonstrationFindings({ retailers, isProduction }: App): Promise<Finding[]> {
  const isFound = (await retailers.listRetailers()).some(({ isPublished }) => isPublished)
  if (!isFound || !isProduction) return []
  return [
    refuse(
      'retailer',
      'the database holds demonstration retailers, whose keys are public',
      'production needs a database of its own',
    ),
  ]
}

/** Without one, the first purchase with a down payment would fail. */
export async function listAccountFindings({ database, secrets, isProduction }: App): Promise<Finding[]> {
  const { accounts, forgedIds } = await listAccounts(database, secrets)
  const forged = forgedIds.map(id =>
    warn(
      'account',
      `account ${id} was written or changed outside the program: nothing is issued for it`,
      'find out by whom, and register it again',
    ),
  )
  if (accounts.length > 0) {
    const ending = await listEndingNumbers(database, accounts)
    return [ok('account', `billets are issued for ${accounts.length}`), ...ending, ...forged]
  }
  if (!isProduction) return [ok('account', 'the first start creates the sandbox account'), ...forged]
  return [
    refuse(
      'account',
      'no account for billets is registered, and no purchase could be authorized',
      'run `npm run crediario -- accounts create`',
    ),
    ...forged,
  ]
}

/** An account that runs out of numbers issues no more billets, and an agreement with another bank takes weeks. */
async function listEndingNumbers(
  database: App['database'],
  accounts: readonly LenderAccount[],
): Promise<Finding[]> {
  const shares = await readUsedShares(database, accounts)
  return [...shares]
    .filter(([, share]) => share >= ENDING_SHARE)
    .map(([id, share]) =>
      warn(
        'account',
        `account ${id} has used ${Math.floor(share * 100)} % of the numbers that its billets can have`,
        'register one at a bank with longer numbers: `npm run crediario -- accounts create`',
      ),
    )
}

/** A restored database has forgotten its last numbers and would issue them twice. */
export async function listForgottenFindings(app: App): Promise<Finding[]> {
  const [first] = await listForgottenNumbers(app)
  if (first === undefined) return []
  return [
    refuse(
      'chains',
      `the database was restored: ${first.name} ${first.mark} was given out, but it knows of ${first.known} only; ` +
        'run `npm run crediario -- database after-restore`, so that none is given out twice',
    ),
  ]
}

/** A program that kept running would sign a rewritten chain and reissue numbers that a restore has lost. */
export async function listChainFindings(services: App): Promise<Finding[]> {
  const problem =
    (await findRewrittenChain(services)) ??
    (services.isProduction ? await findForeignDatabase(services) : undefined)
  const holds = (await listMoneyHolds(services)).map(each =>
    warn('chains', `no money leaves: ${each.problem}`, 'look, then run `npm run crediario -- money release`'),
  )
  return [...(problem === undefined ? [] : [refuse('chains', problem)]), ...holds]
}

/** Retailers are registered while the program runs: a start needs none, a purchase needs a complete one. */
export async function listSellingFindings(services: App): Promise<Finding[]> {
  const { retailers, isProduction } = services
  const all = await retailers.listRetailers()
  const [first] = all
  if (first === undefined) {
    if (!isProduction) return [ok('retailer', 'the first start creates the sandbox retailers')]
    return [
      missing('retailer', 'no retailer is registered', 'run `npm run crediario -- retailers create`'),
      missing('policy', 'no retailer has a policy', 'run `npm run crediario -- policies publish`'),
      missing('key', 'no retailer has a key', 'run `npm run crediario -- keys create`'),
    ]
  }
  const withPolicy = await filterAsync(all, ({ id }) => hasPolicy(services, id))
  const withKey = await filterAsync(all, ({ id }) => hasLiveKey(services, id))
  const present = (found: readonly unknown[]): string => `${found.length} of ${all.length} retailers have one`
  return [
    ok('retailer', `${all.length} registered`),
    withPolicy.length > 0
      ? ok('policy', present(withPolicy))
      : missing(
          'policy',
          'no retailer has a policy, so every request is refused',
          `run \`npm run crediario -- policies publish --retailer ${first.id} --file policy.json\``,
        ),
    withKey.length > 0
      ? ok('key', present(withKey))
      : missing(
          'key',
          'no retailer has a secret key that is live',
          `run \`npm run crediario -- keys create --retailer ${first.id}\``,
        ),
  ]
}

async function hasPolicy({ credit }: App, retailerId: string): Promise<boolean> {
  try {
    await credit.policies.getCurrent(retailerId)
    return true
  } catch (error) {
    if (error instanceof RequestError) return false
    throw error
  }
}

async function hasLiveKey({ retailers, realClock }: App, retailerId: string): Promise<boolean> {
  const now = realClock.now()
  return (await retailers.listKeys(retailerId)).some(
    ({ kind, isGenuine, revokedAt, expiresAt }) =>
      kind === 'secret' && isGenuine && revokedAt === null && (expiresAt === null || expiresAt > now),
  )
}

async function filterAsync<Item>(
  items: readonly Item[],
  test: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await test(item)) found.push(item)
  return found
}
