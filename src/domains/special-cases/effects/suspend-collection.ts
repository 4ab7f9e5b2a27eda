import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { lockDebt } from '../../receivables/index.ts'
import type { PrepareEffect } from './effect.ts'

/** Collection has been stopped since the case was opened, and stays so until somebody ends the case. */
export const prepareSuspendCollection: PrepareEffect = async ({ app, tx, purchase }) => {
  const { totalCentavos } = await lockDebt(tx, app.secrets, purchase, calendarDateAt(app.clock.now()))
  return { amountCentavos: totalCentavos, apply: async () => ({ state: 'DECIDED' }) }
}

/** The heirs may pay what the estate owes; nobody is reminded, noticed or listed for it any more. */
export const prepareLeaveToEstate: PrepareEffect = async ({ app, tx, purchase }) => {
  const { totalCentavos } = await lockDebt(tx, app.secrets, purchase, calendarDateAt(app.clock.now()))
  return { amountCentavos: totalCentavos, apply: async () => ({ state: 'DONE', keepsStop: true }) }
}
