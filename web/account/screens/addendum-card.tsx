import type { JSX } from 'preact'
import type { AccountAddendum } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import { type Around, useSend } from '../use-send.ts'

interface AddendumCardProps {
  readonly transactionId: string
  readonly addendum: AccountAddendum
  readonly around: Around
}

/** Products that were given back. The customer confirms the addendum, and owes less whether they do or not. */
export function AddendumCard({ transactionId, addendum, around }: AddendumCardProps): JSX.Element {
  const { busy, problem, run } = useSend(around)
  const { hash, madeOn, returned, refund, url, confirmedOn } = addendum
  const rows = returned.map(({ name, amount, value }) => ({
    name: amount === 1 ? name : `${amount} × ${name}`,
    value: writeMoney(value * amount),
  }))
  return (
    <Card title="Produtos devolvidos">
      <p>
        <Tag tone={confirmedOn === undefined ? 'warn' : 'good'}>
          {confirmedOn === undefined ? 'Aditivo para confirmar' : `Confirmado em ${writeDate(confirmedOn)}`}
        </Tag>
      </p>
      <p>
        A loja registrou a devolução em {writeDate(madeOn)}. As parcelas já estão menores, como se você nunca
        tivesse comprado estes produtos.
      </p>
      <Figures
        rows={
          refund > 0 ? [...rows, { name: 'Volta para você', value: writeMoney(refund), strong: true }] : rows
        }
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        <LinkButton href={url} icon="download" download="aditivo.pdf">
          Baixar o aditivo (PDF)
        </LinkButton>
        {confirmedOn === undefined && (
          <Button
            kind="primary"
            busy={busy}
            onPress={() => void run(client => client.act('addendum', { transactionId, hash }))}
          >
            Confirmar o aditivo
          </Button>
        )}
      </div>
    </Card>
  )
}
