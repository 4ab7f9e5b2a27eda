import { newId } from '../../src/kernel/ids.ts'
import type { Account } from './account-store.ts'
import type { ConnectorContext } from './context.ts'
import { type Finding, fine, wrong } from './doctor.ts'
import { openLender } from './follow-payment.ts'
import { getRefusal, LenderAway } from './lender.ts'
import { listLog } from './log-store.ts'

/** Makes a payment link as for an order, and deletes it: what a shopper would meet, without a shopper. */
export async function examineLinks(context: ConnectorContext, account: Account): Promise<Finding> {
  const lender = openLender(context, account)
  try {
    const link = await lender.createPaymentLink({
      amount: 500,
      description: 'Verificação do conector',
      source: 'checkout',
      orderId: `verificacao-${newId()}`,
    })
    await lender.deletePaymentLink(link.id)
    return fine('LINKS', 'Um link de pagamento foi criado e apagado.')
  } catch (error) {
    return wrong('LINKS', `O Crediário não cria links de pagamento para esta loja (${findReason(error)}).`)
  }
}

function findReason(error: unknown): string {
  try {
    return getRefusal(error).code
  } catch (away) {
    return away instanceof LenderAway ? away.code : 'unknown'
  }
}

const LOOKED_AT = 200

/** Whether the last shoppers could be led back to the shop. */
export async function examineReturns({ database }: ConnectorContext, account: Account): Promise<Finding> {
  const lines = await listLog(database, account.id, { limit: LOOKED_AT })
  return lines.some(({ code }) => code === 'RETURN_REFUSED')
    ? wrong('RETURN', 'A origem da loja não está permitida: permita o endereço dela em Origens.')
    : fine('RETURN', 'Nenhum retorno à loja foi recusado.')
}
