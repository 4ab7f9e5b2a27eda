import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { advancePurchase } from './advance-purchase.ts'
import { MoveRefused } from './move.ts'
import type { Purchase } from './purchase.ts'
import { lockPurchase } from './store/purchases.ts'

interface ToldDelivery {
  readonly retailerId: string
  readonly transactionId: string
  readonly deliveredOn: CalendarDate
}

/**
 * The retailer reports when the customer received the goods: the days of a withdrawal count from then. The first date
 * stays, because a later correction could take back a right that the customer was shown.
 */
export function recordDelivery(
  app: App,
  delivery: ToldDelivery,
  remember?: Remember<ToldDelivery>,
): Promise<ToldDelivery> {
  return app.database.transaction(async tx => {
    await tellDelivery(app, tx, delivery)
    await remember?.(tx, delivery)
    return delivery
  })
}

async function tellDelivery(
  app: App,
  tx: Transaction,
  { retailerId, transactionId, deliveredOn }: ToldDelivery,
): Promise<void> {
  const purchase = isId(transactionId) ? await lockPurchase(tx, app.secrets, transactionId) : undefined
  if (purchase === undefined || purchase.retailerId !== retailerId)
    throw new RequestError('transaction_not_found')
  if (purchase.renegotiates !== undefined)
    throw new RequestError('transaction_state_conflict', { message: 'An agreement delivers no goods' })
  if (purchase.deliveredOn === deliveredOn) return
  if (purchase.deliveredOn !== undefined)
    throw new RequestError('delivery_already_told', {
      message: `The delivery was already reported with the date ${purchase.deliveredOn}`,
    })
  checkDay(purchase, deliveredOn, app.clock.now())
  try {
    await advancePurchase(app, tx, purchase, 'delivered', { changes: { deliveredOn } })
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error
    throw new RequestError('transaction_state_conflict', {
      message: `A delivery cannot be reported in status ${purchase.status}`,
      cause: error,
    })
  }
}

function checkDay({ purchaseDate }: Purchase, deliveredOn: CalendarDate, now: Date): void {
  if (deliveredOn > calendarDateAt(now)) throw invalidParameter('date', 'must not be after today')
  if (deliveredOn < purchaseDate)
    throw invalidParameter('date', `must not be before the day of the purchase, ${purchaseDate}`)
}
