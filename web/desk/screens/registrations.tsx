import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  mayDo,
  type QueuedRegistration,
  type RegistrationList,
  type RegistrationOutcome,
} from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { EmptyList } from '../../shell/empty-list.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { writeBankReason } from '../bank-reasons.ts'
import { useDesk } from '../desk-context.ts'
import type { DeskScreen } from '../screens.tsx'
import { REGISTRATION_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'boletos',
  List: Registrations,
  tab: { name: 'Boletos', icon: 'barcode', order: 3.5, count: 'registrations' },
}

const OUTCOME_WORDS: Readonly<Record<RegistrationOutcome['outcome'], string>> = {
  REISSUED: 'Outro boleto foi emitido e vai para o banco no próximo arquivo.',
  ASKED_AGAIN: 'O próximo arquivo pede a baixa de novo.',
}

function Registrations(): JSX.Element {
  const { session, explain, refresh } = useDesk()
  const loaded = useLoad<RegistrationList>('registrations', () => get('/registrations'))
  const [said, setSaid] = useState<{ readonly tone: 'good' | 'bad'; readonly text: string }>()
  const mayResolve = mayDo(session.operator.role, 'registration.resolve')

  async function resolve(row: QueuedRegistration): Promise<void> {
    try {
      const { outcome } = await post<RegistrationOutcome>(`/registrations/${row.caseId}/resolution`)
      setSaid({ tone: 'good', text: OUTCOME_WORDS[outcome] })
      announce(OUTCOME_WORDS[outcome])
    } catch (error) {
      setSaid({ tone: 'bad', text: explain(error) })
    }
    loaded.reload()
    refresh()
  }

  return (
    <ListScreen
      title="Boletos no banco"
      intro="Boletos que o banco não registrou, e que por isso ninguém consegue pagar, ou que ele não baixou."
      loaded={loaded}
      tools={said && <Alert tone={said.tone}>{said.text}</Alert>}
    >
      {({ registrations, now }) =>
        registrations.length === 0 ? (
          <EmptyList title="Nenhum boleto espera por nós." />
        ) : (
          <Table
            caption="Boletos com problema no banco"
            rows={registrations}
            keyOf={row => row.caseId}
            columns={[
              { name: 'Problema', cell: row => wordOf(REGISTRATION_WORDS, row.kind) },
              { name: 'Motivo do banco', cell: row => row.reasons.map(writeBankReason).join(', ') || '—' },
              { name: 'Pedido', cell: row => row.orderId ?? '—' },
              {
                name: 'Parcela',
                isFigure: true,
                cell: row => (row.installment === 0 ? 'Entrada' : `${row.installment} de ${row.of}`),
              },
              { name: 'Nosso número', isFigure: true, cell: row => row.ourNumber },
              { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
              { name: 'Espera', isFigure: true, cell: row => writeAge(row.openedAt, now) },
              { name: 'Ação', cell: row => (mayResolve ? <Resolve row={row} resolve={resolve} /> : '—') },
            ]}
          />
        )
      }
    </ListScreen>
  )
}

interface ResolveProps {
  readonly row: QueuedRegistration
  readonly resolve: (row: QueuedRegistration) => Promise<void>
}

function Resolve({ row, resolve }: ResolveProps): JSX.Element {
  const { busy, run } = useAction(() => resolve(row))
  return (
    <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
      {row.kind === 'REJECTED' ? 'Emitir outro boleto' : 'Pedir a baixa de novo'}
    </Button>
  )
}
