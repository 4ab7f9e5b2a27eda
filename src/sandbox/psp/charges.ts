import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { admitRequest, getBehaviour } from './behaviours.ts'
import { type ChargeBody, type ChargeKind, readChargeBody } from './charge-body.ts'
import {
  type ChargeRecord,
  findCharge,
  findRevision,
  insertCharge,
  lockCharge,
  removeCharge,
  reviseCharge,
} from './charge-store.ts'
import { computeDocumentIndex } from './document.ts'
import { isMembers, type Members } from './field-reader.ts'
import { describeViolation, type ProblemType, PspProblem, type Violation } from './problem.ts'
import type { PspContext } from './psp-context.ts'

export interface Charge extends Omit<ChargeRecord, 'bodyBox'> {
  readonly body: ChargeBody
}

export interface ChargeContext extends PspContext {
  /** Host and port of the server, as locations begin. */
  getHost(): string
}

const OPERATION_REFUSED = {
  cob: 'CobOperacaoInvalida',
  cobv: 'CobVOperacaoInvalida',
} as const satisfies Record<ChargeKind, ProblemType>
const NOT_FOUND = {
  cob: 'CobNaoEncontrado',
  cobv: 'CobVNaoEncontrada',
} as const satisfies Record<ChargeKind, ProblemType>
export const QUERY_REFUSED = {
  cob: 'CobConsultaInvalida',
  cobv: 'CobVConsultaInvalida',
} as const satisfies Record<ChargeKind, ProblemType>

const TXID = /^[a-zA-Z0-9]{26,35}$/
/** The entry of `infoAdicionais` that names the retailer whose behaviours apply. */
const RETAILER_ENTRY = 'retailer'

/** A new charge, or an active one with all its terms replaced. The same terms again change nothing. */
export async function putCharge(
  context: ChargeContext,
  kind: ChargeKind,
  txid: string,
  members: Members,
): Promise<Charge> {
  if (!TXID.test(txid))
    throw refuse(kind, [describeViolation('txid', 'deve ter de 26 a 35 letras e dígitos', txid)])
  const known = await findCharge(context.database, txid)
  const body = await readBody(context, kind, members, known)
  const retailerId = findRetailer(body)
  await admitRequest(context, [retailerId, known?.retailerId ?? undefined])
  if (known === undefined) {
    await refuseRegistration(context, kind, retailerId)
    const isNew = await insertNew(context, kind, txid, body, retailerId)
    if (isNew) return getCharge(context, kind, txid)
  }
  return context.database.transaction(async tx => {
    const charge = await lockActive(tx, kind, txid)
    await revise(context, tx, charge, body)
    return getChargeOn(context, tx, kind, txid)
  })
}

/** Changes some terms of an active charge, or removes it: one or the other. */
export async function patchCharge(
  context: ChargeContext,
  kind: ChargeKind,
  txid: string,
  members: Members,
): Promise<Charge> {
  const known = await getCharge(context, kind, txid)
  await admitRequest(context, [known.retailerId ?? undefined])
  const { status, ...change } = members
  if (status !== undefined) refuseWrongRemoval(kind, members)
  return context.database.transaction(async tx => {
    const record = await lockActive(tx, kind, txid)
    const charge = openCharge(context, record)
    if (status !== undefined)
      await removeCharge(tx, record, sealBody(context, txid, record.revision + 1, charge.body))
    else
      await revise(
        context,
        tx,
        record,
        await readBody(context, kind, mergeChange(charge.body, change), record),
      )
    return getChargeOn(context, tx, kind, txid)
  })
}

export function getCharge(
  context: PspContext,
  kind: ChargeKind,
  txid: string,
  revision?: number,
): Promise<Charge> {
  return getChargeOn(context, context.database, kind, txid, revision)
}

export function openCharge(
  context: Pick<PspContext, 'secrets'>,
  { bodyBox, ...charge }: ChargeRecord,
): Charge {
  const plain = open(context.secrets.sealing, composeContext(charge.txid, charge.revision), bodyBox)
  return { ...charge, body: JSON.parse(plain.toString('utf8')) as ChargeBody }
}

async function getChargeOn(
  context: PspContext,
  db: Queryable,
  kind: ChargeKind,
  txid: string,
  revision?: number,
): Promise<Charge> {
  const found = await findCharge(db, txid)
  if (found?.kind !== kind) throw new PspProblem(NOT_FOUND[kind], { detail: `Não há ${kind} com este txid.` })
  if (revision === undefined) return openCharge(context, found)
  const revised = await findRevision(db, txid, revision)
  if (revised !== undefined) return openCharge(context, revised)
  const violation = describeViolation('revisao', 'não é uma revisão desta cobrança', String(revision))
  throw new PspProblem(QUERY_REFUSED[kind], { violations: [violation] })
}

async function readBody(
  context: PspContext,
  kind: ChargeKind,
  members: Members,
  known: ChargeRecord | undefined,
): Promise<ChargeBody> {
  const key = typeof members.chave === 'string' ? members.chave : ''
  const { body, violations } = readChargeBody(kind, members, {
    createdOn: calendarDateAt(known?.createdAt ?? context.clock.now()),
    isOwnKey: (await context.findReceiver(key)) !== undefined,
    locationId: known?.locationId,
  })
  if (body === undefined) throw refuse(kind, violations)
  return body
}

async function insertNew(
  context: ChargeContext,
  kind: ChargeKind,
  txid: string,
  body: ChargeBody,
  retailerId: string | undefined,
): Promise<boolean> {
  const locationToken = randomBytes(16).toString('hex')
  return insertCharge(context.database, {
    txid,
    kind,
    retailerId,
    debtorIndex: computeDebtorIndex(context, body),
    locationToken,
    location: `${context.getHost()}/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${locationToken}`,
    createdAt: context.clock.now(),
    bodyBox: sealBody(context, txid, 0, body),
  })
}

async function lockActive(tx: Queryable, kind: ChargeKind, txid: string): Promise<ChargeRecord> {
  const charge = await lockCharge(tx, txid)
  if (charge === undefined) throw new PspProblem(NOT_FOUND[kind])
  if (charge.kind !== kind)
    throw refuse(kind, [describeViolation('txid', `já é de uma ${charge.kind}`, txid)])
  if (charge.status !== 'ATIVA')
    throw refuse(kind, [
      describeViolation(`${kind}.status`, 'não permite alteração: a cobrança não está ATIVA', charge.status),
    ])
  return charge
}

async function revise(
  context: PspContext,
  tx: Queryable,
  charge: ChargeRecord,
  body: ChargeBody,
): Promise<void> {
  if (isDeepStrictEqual(openCharge(context, charge).body, body)) return
  await reviseCharge(tx, charge, {
    retailerId: findRetailer(body),
    debtorIndex: computeDebtorIndex(context, body),
    bodyBox: sealBody(context, charge.txid, charge.revision + 1, body),
  })
}

/** The groups of calendar and value are merged, and every other member is replaced. */
function mergeChange(body: ChargeBody, change: Members): Members {
  const merged: Record<string, unknown> = { ...body, ...change }
  for (const name of ['calendario', 'valor'] as const)
    if (isMembers(change[name])) merged[name] = { ...body[name], ...change[name] }
  return merged
}

function refuseWrongRemoval(kind: ChargeKind, { status, ...others }: Members): void {
  const violations: Violation[] = []
  if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    violations.push(
      describeViolation(`${kind}.status`, 'só pode ser REMOVIDA_PELO_USUARIO_RECEBEDOR', status),
    )
  const [other] = Object.keys(others)
  if (other !== undefined)
    violations.push(describeViolation(`${kind}.status`, 'não pode acompanhar outra alteração', other))
  if (violations.length > 0) throw refuse(kind, violations)
}

async function refuseRegistration(
  { database, clock }: PspContext,
  kind: ChargeKind,
  retailerId: string | undefined,
): Promise<void> {
  const { registration } = await getBehaviour(database, clock.now(), retailerId)
  if (registration === 'reject')
    throw new PspProblem(OPERATION_REFUSED[kind], {
      detail: 'O banco recusa o registro, a pedido: POST /sandbox/bank.',
    })
}

function refuse(kind: ChargeKind, violations: readonly Violation[]): PspProblem {
  return new PspProblem(OPERATION_REFUSED[kind], { detail: 'A cobrança não pode ser aceita.', violations })
}

function findRetailer({ infoAdicionais = [] }: ChargeBody): string | undefined {
  return infoAdicionais.find(({ nome }) => nome === RETAILER_ENTRY)?.valor
}

function computeDebtorIndex(context: PspContext, { devedor }: ChargeBody): Buffer | undefined {
  const document = devedor?.cpf ?? devedor?.cnpj
  return document === undefined ? undefined : computeDocumentIndex(context, document)
}

export function sealBody(
  { secrets }: Pick<PspContext, 'secrets'>,
  txid: string,
  revision: number,
  body: object,
): Buffer {
  return seal(secrets.sealing, composeContext(txid, revision), JSON.stringify(body))
}

function composeContext(txid: string, revision: number): string {
  return `psp_charge_revisions.body_box:${txid}:${revision}`
}
