import type { JSX } from 'preact'
import type { AccountBill } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { type Around, useSend } from '../use-send.ts'
import { nameBill } from '../words.ts'

interface SecondCopyProps extends Around {
  readonly transactionId: string
  readonly bill: AccountBill
  readonly kind: 'primary' | 'quiet'
}

/** A new billet with the value of today, for an installment that is late. */
export function SecondCopy({ transactionId, bill, kind, ...around }: SecondCopyProps): JSX.Element | null {
  const { busy, problem, run } = useSend(around)
  const { copyId: billetId } = bill
  if (billetId === undefined) return null
  const ask = () =>
    run(async client => {
      const reply = await client.act('second-copy', { transactionId, billetId })
      if (reply.kind === 'state') announce('Segunda via pronta')
      return reply
    })
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button kind={kind} busy={busy} onPress={() => void ask()}>
        Gerar segunda via<span class="unseen"> da {nameBill(bill).toLowerCase()}</span>
      </Button>
    </>
  )
}
