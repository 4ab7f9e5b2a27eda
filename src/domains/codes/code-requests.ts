import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type CodeWay, type Countable, computeCodeWaitMs } from './budgets.ts'
import { insertSend, isKnownDevice, listSends, lockPhone } from './store.ts'

/** Who asks for a code, as blind indexes. */
export interface Asker {
  readonly address: Buffer
  /** Absent where no browser asks, and on its first visit. */
  readonly device: Buffer | undefined
}

export interface CodeRequest {
  readonly phone: string
  readonly way: CodeWay
  readonly subject: string
  readonly asker: Asker
  /** What else than its device shows that the phone's owner asks. */
  readonly proof?: string | undefined
}

export function describeAsker(
  secrets: Secrets,
  { address, device }: { readonly address: string; readonly device: string | undefined },
): Asker {
  const compute = (kind: string, value: string): Buffer =>
    secrets.computeBlindIndex('request', `code-${kind}:${value}`)
  return {
    address: compute('address', address),
    device: device === undefined ? undefined : compute('device', device),
  }
}

/** Counts a code that is about to be sent. Returns how long it must wait instead, or 0. */
export async function spendCodeBudget(
  tx: Transaction,
  secrets: Secrets,
  codeId: string,
  request: CodeRequest,
  now: Date,
): Promise<number> {
  const phoneIndex = secrets.computeBlindIndex('phone', request.phone)
  await lockPhone(tx, phoneIndex)
  const countable = await describe(tx, phoneIndex, request, now)
  const waitMs = computeCodeWaitMs(await listSends(tx, phoneIndex, now), countable, now)
  if (waitMs === 0) await insertSend(tx, codeId, phoneIndex, { ...countable, sentAt: now })
  return waitMs
}

/** How long such a request would have to wait now. */
export async function findCodeWaitMs(
  db: Queryable,
  secrets: Secrets,
  request: CodeRequest,
  now: Date,
): Promise<number> {
  const phoneIndex = secrets.computeBlindIndex('phone', request.phone)
  const countable = await describe(db, phoneIndex, request, now)
  return computeCodeWaitMs(await listSends(db, phoneIndex, now), countable, now)
}

/** Whether a code that this phone received was entered on the device. */
export async function knowsPhone(
  db: Queryable,
  secrets: Secrets,
  { device }: Asker,
  phone: string,
  now: Date,
): Promise<boolean> {
  return device !== undefined && isKnownDevice(db, secrets.computeBlindIndex('phone', phone), device, now)
}

async function describe(
  db: Queryable,
  phoneIndex: Buffer,
  { way, subject, proof, asker: { address, device } }: CodeRequest,
  now: Date,
): Promise<Countable> {
  const isKnown = device !== undefined && (await isKnownDevice(db, phoneIndex, device, now))
  return { way, reserve: isKnown ? `device:${device.toString('hex')}` : (proof ?? null), subject, address }
}
