import { randomBytes } from 'node:crypto'
import type { PurchaseEvent } from '../../src/contract/purchase-events.ts'
import {
  type EventFields,
  getMove,
  movePurchase,
  type PurchaseChanges,
} from '../../src/domains/purchases/move.ts'
import type { ContractFigures, Purchase } from '../../src/domains/purchases/purchase.ts'
import {
  insertPurchases,
  newOnboardingToken,
  UNSET_MEMBERS,
} from '../../src/domains/purchases/store/columns.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Database } from '../../src/platform/db/database.ts'

/* Purchases written and moved through the transactions module alone, without the flows. */

export const SHOP = 'a'.repeat(24)
export const secrets = deriveSecrets(randomBytes(32))
export const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 10, hour))

/** The customer's account for a refund. */
export const refundAccount = {
  numeroBanco: '341',
  agencia: '0001',
  numeroConta: '12345',
  digitoConta: '6',
  tipoConta: 'POUPANCA',
} as const

export const figures: ContractFigures = {
  numberOfInstallments: 10,
  firstDueDate: parseCalendarDate('2026-04-09'),
  interestRatePM: 2.99,
  interestRatePA: 42.41,
  cetPA: 60.1,
  cetPM: 4,
  dailyIof: 0.0082,
  fixedIof: 0.38,
  downPaymentPercentage: 20,
  downPaymentCentavos: 20_000,
  tcPercentage: 3.5,
  tcCentavos: 3_500,
  cmPercentage: 1,
  cmCentavos: 800,
  retentionPercentage: 2,
  retentionCentavos: 1_700,
  premiumCentavos: 0,
  financedCentavos: 83_500,
  totalIofCentavos: 2_000,
  amortizationTotalCentavos: 85_500,
  installmentCentavos: 10_012,
  totalCentavos: 100_120,
  amortizationCentavos: [8_550],
  iofCentavos: [200],
  tcShareCentavos: [350],
  iofDays: [30],
}

/** A purchase right after its authorization. */
export function newPurchase(changes: Partial<Purchase> = {}): Purchase {
  return {
    ...UNSET_MEMBERS,
    id: newId(),
    retailerId: SHOP,
    orderId: newId(),
    optionId: newId(),
    checkoutId: newId(),
    decisionId: newId(),
    cpfIndex: randomBytes(16),
    status: 'PENDING',
    step: 'WAITING',
    cancelReason: 'UNSPECIFIED_CANCEL_REASON',
    hasInsurance: false,
    contract: figures,
    purchaseDate: parseCalendarDate('2026-03-10'),
    purchaseCentavos: 100_000,
    downPaymentCentavos: 20_000,
    netLoanCentavos: 80_000,
    approvedLimitCentavos: 90_000,
    onboardingToken: newOnboardingToken(),
    lastSequence: 1,
    moveCount: 1,
    createdAt: at(1),
    changedAt: at(1),
    refund: undefined,
    customer: {
      cpf: '12345678909',
      phone: '11987651234',
      email: 'ana@example.com',
      address: {
        zipCode: '01310100',
        street: 'Avenida Paulista',
        number: '1',
        complement: 'ap. 2',
        city: 'São Paulo',
        state: 'SP',
      },
    },
    shippingCentavos: 1_500,
    ...changes,
  }
}

/** A purchase that is signed, paid for and complete. */
export const complete = {
  status: 'OPEN',
  step: 'COMPLETE',
  downPaymentPaidAt: at(2),
  signedAt: at(3),
  completedAt: at(4),
  transferCentavos: 97_500,
  transferDueAt: at(5),
} as const

export async function insert(database: Database, ...purchases: Purchase[]): Promise<void> {
  const move = { event: 'authorized', by: 'retailer' } as const
  await database.transaction(async tx => insertPurchases(tx, secrets, purchases, move))
}

export const find = (database: Database, { id }: Purchase) =>
  findPurchase(database, secrets, { retailerId: SHOP, id })

export async function move(
  database: Database,
  current: Purchase,
  event: PurchaseEvent,
  now: Date,
  about: {
    changes?: PurchaseChanges
    refundAccount?: Buffer
    eventFields?: EventFields
    downPaymentExpiresAt?: Date
  } = {},
) {
  return database.transaction(tx =>
    movePurchase(tx, secrets, current, getMove(current, event, about.changes), { now, ...about }),
  )
}
