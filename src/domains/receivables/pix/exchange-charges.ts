import type { App } from '../../../app/app.ts'
import { computeNextQuestion } from '../../../kernel/backoff.ts'
import { type LenderAccount, listAccounts } from '../../lender/index.ts'
import {
  type ChargeName,
  getPixApi,
  isPassing,
  type NewCharge,
  type PixOutcome,
  type PspCharge,
} from '../../pix/index.ts'
import { type Billet, composeTxid, type Payer } from '../billets/billet.ts'
import { findDailyInterest } from '../billets/second-copy.ts'
import { findBilletsOfAny } from '../billets/store/billets.ts'
import { findPayers } from '../billets/store/payers.ts'
import {
  activateCharge,
  beginAttempt,
  type DueCharge,
  endCharge,
  findDueCharge,
  listDueCharges,
  postponeCharge,
} from './charge-store.ts'
import { askPages } from './notifications.ts'
import { takePix } from './take-pix.ts'

const PAGE = 200
/** Longer than any call: nobody else takes the charge meanwhile. */
const ATTEMPT_MS = 60_000

/**
 * Registers and removes charges at the PSP. The intent was committed with the billet or with its end, so that a PSP that
 * is down for an hour delays a code and nothing else. Returns how many charges were settled.
 */
export function exchangeCharges(app: App): Promise<number> {
  const listDue = (limit: number) => listDueCharges(app.database, app.clock.now(), limit)
  return askPages(PAGE, listDue, async due => {
    const known = await readBillets(app, due)
    return charge => exchangeOne(app, charge, known)
  })
}

/** The charge of one billet, for a customer who waits for its code. If it fails, the worker tries again. */
export async function exchangeCharge(app: App, billet: Billet): Promise<void> {
  const charge = await findDueCharge(app.database, composeTxid(billet), app.clock.now())
  if (charge !== undefined) await exchangeOne(app, charge, await readBillets(app, [charge]))
}

interface KnownBillets {
  readonly billets: ReadonlyMap<string, Billet>
  readonly payers: ReadonlyMap<string, Payer>
  readonly accounts: ReadonlyMap<string, LenderAccount>
}

async function readBillets({ database, secrets }: App, due: readonly DueCharge[]): Promise<KnownBillets> {
  const ids = due.map(({ billetId }) => billetId)
  const billets = await findBilletsOfAny(database, secrets, ids)
  const transactionIds = [...billets.values()].map(({ transactionId }) => transactionId)
  const [payers, { accounts }] = await Promise.all([
    findPayers(database, secrets, transactionIds),
    listAccounts(database, secrets),
  ])
  return { billets, payers, accounts: new Map(accounts.map(account => [account.id, account])) }
}

/** False when the PSP could not be called. */
async function exchangeOne(app: App, due: DueCharge, known: KnownBillets): Promise<boolean> {
  const { database, clock } = app
  const billet = known.billets.get(due.billetId)
  const account = billet && known.accounts.get(billet.accountId)
  if (billet === undefined || account === undefined) {
    // Changed outside the program: nothing is registered for it.
    const dueAt = computeNextQuestion(clock.now(), due.attempts)
    const problem = `its ${billet === undefined ? 'billet' : 'account'} is not genuine`
    await postponeCharge(database, due.txid, { dueAt, problem })
    return false
  }
  const againAt = new Date(clock.now().getTime() + ATTEMPT_MS)
  if (!(await beginAttempt(database, due, againAt))) return true
  const attempt = { due, billet, account, payer: known.payers.get(billet.transactionId) }
  return due.state === 'removing' ? remove(app, attempt) : register(app, attempt)
}

interface Attempt {
  readonly due: DueCharge
  readonly billet: Billet
  readonly account: LenderAccount
  readonly payer: Payer | undefined
}

async function register(app: App, attempt: Attempt): Promise<boolean> {
  const { clock } = app
  const pixApi = getPixApi(app)
  const { due, billet, account, payer } = attempt
  // First look for a charge that an earlier call may have made.
  if (due.attempts > 0) {
    const found = await pixApi.findCharge(nameCharge(billet, account))
    if (!(found.outcome === 'refused' && found.kind === 'NOT_FOUND'))
      return applyRegistered(app, attempt, found)
  }
  const charge = payer && describeCharge(billet, account, payer, clock.now())
  if (charge === undefined) return reject(app, due, payer ? 'EXPIRED' : 'PAYER_FORGOTTEN')
  return applyRegistered(app, attempt, await pixApi.putCharge(charge))
}

async function applyRegistered(app: App, attempt: Attempt, asked: PixOutcome<PspCharge>): Promise<boolean> {
  const { database, secrets } = app
  const { due, billet } = attempt
  if (asked.outcome !== 'done') return giveUpOrWait(app, due, asked)
  const { status, amountCentavos, code } = asked.value
  if (status === 'PAID') return finishPaid(app, due, asked.value)
  if (status === 'REMOVED' || code === undefined) return reject(app, due, 'REMOVED_BY_PSP')
  if (amountCentavos !== billet.amountCentavos) return reject(app, due, 'OTHER_AMOUNT')
  await activateCharge(database, secrets, { txid: due.txid, code })
  return true
}

/** A payment may be faster than the removal: then it is booked, and the charge was not removed but paid. */
async function remove(app: App, { due, billet, account }: Attempt): Promise<boolean> {
  const { database } = app
  const pixApi = getPixApi(app)
  const name = nameCharge(billet, account)
  const removed = await pixApi.removeCharge(name)
  const isConflict = removed.outcome === 'refused' && removed.kind === 'CONFLICT'
  const asked = isConflict ? await pixApi.findCharge(name) : removed
  if (asked.outcome === 'refused' && asked.kind === 'NOT_FOUND') {
    await endCharge(database, due.txid, 'removed')
    return true
  }
  if (asked.outcome !== 'done') return wait(app, due, describe(asked))
  if (asked.value.status === 'PAID') return finishPaid(app, due, asked.value)
  if (asked.value.status === 'ACTIVE') return wait(app, due, 'it is still active')
  await endCharge(database, due.txid, 'removed')
  return true
}

async function finishPaid(app: App, due: DueCharge, { pix }: PspCharge): Promise<boolean> {
  for (const each of pix) await takePix(app, each)
  await endCharge(app.database, due.txid, 'paid')
  return true
}

function giveUpOrWait(
  app: App,
  due: DueCharge,
  asked: Exclude<PixOutcome<PspCharge>, { outcome: 'done' }>,
): Promise<boolean> {
  if (asked.outcome === 'refused' && asked.kind === 'DENIED')
    app.log.error({ code: asked.code }, 'the PSP refuses our credentials')
  return isPassing(asked) ? wait(app, due, describe(asked)) : reject(app, due, describe(asked))
}

const describe = (asked: Exclude<PixOutcome<PspCharge>, { outcome: 'done' }>): string =>
  asked.outcome === 'unknown' ? asked.text : `${asked.code}: ${asked.text}`

async function wait({ database, clock }: App, due: DueCharge, problem: string): Promise<boolean> {
  const dueAt = computeNextQuestion(clock.now(), due.attempts)
  await postponeCharge(database, due.txid, { dueAt, problem })
  return false
}

/** The billet is paid by its line only. */
async function reject({ database, log }: App, due: DueCharge, problem: string): Promise<boolean> {
  log.warn({ txid: due.txid, problem }, 'a Pix charge was not registered')
  await endCharge(database, due.txid, 'rejected', problem)
  return true
}

/** As on the slip: two percent once, and one percent a month. */
const FINE_PERCENT = '2.00'
const INTEREST_PERCENT_PER_MONTH = '1.00'
const PAYABLE_DAYS_AFTER_DUE = 30
const CHARGE_TEXTS = { 'down-payment': 'Entrada da compra', settlement: 'Pagamento antecipado' } as const

function nameCharge(billet: Billet, account: LenderAccount): ChargeName {
  return {
    kind: billet.kind === 'installment' ? 'cobv' : 'cob',
    txid: composeTxid(billet),
    merchantName: account.beneficiaryName,
    merchantCity: account.city,
  }
}

/** The same terms as the billet beside it. Undefined when a down payment or a settlement can no longer be paid. */
function describeCharge(
  billet: Billet,
  account: LenderAccount,
  payer: Payer,
  now: Date,
): NewCharge | undefined {
  const { merchantName, merchantCity, txid } = nameCharge(billet, account)
  const street = [payer.street, payer.number, payer.complement].filter(part => part !== '').join(', ')
  const common = {
    merchantName,
    merchantCity,
    txid,
    pixKey: account.pixKey,
    retailerId: billet.retailerId,
    amountCentavos: billet.amountCentavos,
    payer: {
      cpf: payer.cpf,
      name: payer.name,
      street,
      city: payer.city,
      state: payer.state,
      zipCode: payer.zipCode,
    },
  }
  if (billet.kind === 'installment')
    return {
      ...common,
      kind: 'cobv',
      text: `Parcela ${billet.installmentNumber} de ${billet.installmentCount}`,
      dueDate: billet.dueDate,
      payableDaysAfterDue: PAYABLE_DAYS_AFTER_DUE,
      ...describeCharges(billet),
    }
  const endsAtMs = Date.parse(`${billet.expirationDate}T23:59:59-03:00`)
  const expiresInSeconds = Math.floor((endsAtMs - now.getTime()) / 1_000)
  return expiresInSeconds > 0
    ? { ...common, kind: 'cob', text: CHARGE_TEXTS[billet.kind], expiresInSeconds }
    : undefined
}

/** A second copy has its charges in the amount: interest goes on by the day, on the face value alone. */
function describeCharges(billet: Billet): Pick<DueTerms, 'finePercent' | 'interest'> {
  const centavosPerDay = findDailyInterest(billet)
  if (centavosPerDay === undefined)
    return { finePercent: FINE_PERCENT, interest: { percentPerMonth: INTEREST_PERCENT_PER_MONTH } }
  return { finePercent: undefined, interest: centavosPerDay === 0 ? undefined : { centavosPerDay } }
}

type DueTerms = Extract<NewCharge, { kind: 'cobv' }>
