import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  type DeskPayoutKind,
  type DeskPayoutState,
  PAYOUT_KINDS,
  PAYOUT_STATES,
  type PayoutList,
  type StuckRefund,
} from '../../../src/contract/desk-payouts.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ChipFilter } from '../../design/chip.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { EmptyList } from '../../shell/empty-list.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { PayeeModal } from '../parts/payee-modal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { OBSTACLE_WORDS, PAYOUT_KIND_WORDS, PAYOUT_STATE_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'saidas',
  List: Payouts,
  tab: { name: 'Saídas', icon: 'leaving', order: 3.7, count: 'payouts' },
}

function Payouts(): JSX.Element {
  const [state, setState] = useState<DeskPayoutState | ''>('')
  const [kind, setKind] = useState<DeskPayoutKind | ''>('')
  const query = new URLSearchParams({ ...(state && { state }), ...(kind && { kind }) })
  const loaded = useLoad<PayoutList>(`payouts:${query}`, () => get(`/payouts?${query}`))
  return (
    <ListScreen
      title="Saídas de dinheiro"
      intro="Repasses, devoluções, impostos e prêmios. O dinheiro só sai por uma ordem, uma vez."
      loaded={loaded}
      tools={
        <div class="filter-line">
          <FilterField
            label="Situação"
            all="Todas"
            value={state}
            onChange={setState}
            options={PAYOUT_STATES.map(each => [each, PAYOUT_STATE_WORDS[each]])}
          />
          <ChipFilter
            label="Tipo"
            all="Todos"
            value={kind}
            onChange={setKind}
            options={PAYOUT_KINDS.map(each => [each, PAYOUT_KIND_WORDS[each]])}
          />
        </div>
      }
    >
      {({ orders, forged, refunds, now }) => (
        <>
          {forged.length > 0 && (
            <Alert tone="bad" title="Ordens alteradas por fora">
              Nada é pago por elas: {forged.join(', ')}
            </Alert>
          )}
          {refunds.length > 0 && <Stuck refunds={refunds} now={now} />}
          {orders.length === 0 ? (
            <EmptyList title="Nenhuma ordem nesta lista." />
          ) : (
            <Table
              caption="Ordens de pagamento"
              rows={orders}
              keyOf={row => row.orderId}
              columns={[
                {
                  name: 'Ordem',
                  cell: row => (
                    <RowLink to={addressOf.payout(row.orderId)}>
                      {wordOf(PAYOUT_KIND_WORDS, row.kind)}
                    </RowLink>
                  ),
                },
                { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
                { name: 'Para', cell: row => row.payee },
                { name: 'Dia', isFigure: true, cell: row => writeDate(row.dueOn) },
                { name: 'Idade', isFigure: true, cell: row => writeAge(row.createdAt, now) },
                { name: 'Situação', cell: row => wordOf(PAYOUT_STATE_WORDS, row.state) },
              ]}
            />
          )}
        </>
      )}
    </ListScreen>
  )
}

/** Refunds that no order pays, because a person has to look. */
function Stuck({ refunds, now }: { refunds: readonly StuckRefund[]; now: string }): JSX.Element {
  return (
    <Card title="Devoluções sem conta">
      <Table
        caption="Devoluções sem conta"
        rows={refunds}
        keyOf={row => row.refundId}
        columns={[
          { name: 'Motivo', cell: row => wordOf(OBSTACLE_WORDS, row.waitsFor) },
          { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
          { name: 'Até', isFigure: true, cell: row => writeDate(row.maxRefundDate) },
          { name: 'Espera', isFigure: true, cell: row => writeAge(row.dueSince, now) },
          { name: 'Ação', cell: row => <NameAccount refund={row} /> },
        ]}
      />
    </Card>
  )
}

function NameAccount({ refund }: { refund: StuckRefund }): JSX.Element {
  const may = useMay()
  const { leave } = useDesk()
  const modal = useModal()
  if (refund.waitsFor !== 'PAYER_UNKNOWN' || !may('payout.correct')) return <>—</>
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Informar a conta
      </Button>
      <PayeeModal
        modal={modal}
        title="Para quem devolver?"
        path={`/refunds/${refund.refundId}/account`}
        onDone={() => leave(addressOf.payouts, 'Ordem criada: agora outra pessoa aprova.')}
      />
    </>
  )
}
