import type { JSX } from 'preact'
import type { AccountBill, AccountPurchase, AccountQuote } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { writeMoney } from '../../design/format.ts'
import { type Around, useSend } from '../use-send.ts'
import { Asked } from './asked.tsx'

interface RestProps extends Around {
  readonly purchase: AccountPurchase
  readonly quote: AccountQuote
}

/** New codes for what is left of an installment that was paid in part and is not due yet. */
export function Rest({ purchase, quote, ...around }: RestProps): JSX.Element {
  const { busy, problem, run } = useSend(around)
  if (isOfRest(purchase) && purchase.settlement) return <Asked settlement={purchase.settlement} />
  const ask = () =>
    run(async client => {
      const reply = await client.act('settlement', { transactionId: purchase.id, installments: 'next' })
      if (reply.kind === 'state') announce('Pix e boleto do que falta prontos')
      return reply
    })
  return (
    <>
      <p class="soft small">
        Um Pix e um boleto novos pedem só o que falta, sem nada para você corrigir.
        {quote.saving > 0 &&
          ` Pagando hoje, são ${writeMoney(quote.value)}: você economiza ${writeMoney(quote.saving)}.`}
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button kind="primary" busy={busy} onPress={() => void ask()}>
        Gerar Pix do que falta
      </Button>
    </>
  )
}

/** What the rest of a bill costs today; undefined where its own codes ask for what is owed, or nothing else may be asked for. */
export function findRest({ early }: AccountPurchase, bill: AccountBill): AccountQuote | undefined {
  if (bill.standing !== 'open' || (bill.today?.alreadyPaid ?? 0) === 0 || !early?.isAhead) return undefined
  return isOnly(early.next, bill) ? early.next : undefined
}

/** The payment that was asked for is that of the rest of the next installment. */
export function isOfRest(purchase: AccountPurchase): boolean {
  const { next, settlement } = purchase
  return (
    next !== undefined &&
    settlement !== undefined &&
    findRest(purchase, next) !== undefined &&
    isOnly(settlement, next)
  )
}

const isOnly = ({ installments }: AccountQuote, { number }: AccountBill): boolean =>
  installments.length === 1 && installments[0] === number
