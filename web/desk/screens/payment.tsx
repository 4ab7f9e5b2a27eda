import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { DecisionOutcome, PayableBillet, SuspenseView } from '../../../src/contract/desk.ts'
import type { SuspenseReason, SuspenseResult } from '../../../src/contract/suspense.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { titleOrder } from '../../design/order-name.ts'
import { Search } from '../../design/search.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Taken, useDecisionClaim } from '../parts/claim.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { findFourEyesReason } from '../parts/four-eyes.ts'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { type Difference, Why } from '../parts/why.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { RESULT_WORDS, STATUS_WORDS, SUSPENSE_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'pagamentos', One: Payment }

function Payment({ id }: { id: string }): JSX.Element {
  const [search, setSearch] = useState('')
  const loaded = useLoad<SuspenseView>(`payment:${id}:${search}`, () =>
    get(`/suspense/${id}?search=${encodeURIComponent(search)}`),
  )
  return (
    <OneScreen back={addressOf.suspense} backTo="Voltar para os pagamentos" subject={id} loaded={loaded}>
      {view => <Loaded view={view} search={search} onSearch={setSearch} />}
    </OneScreen>
  )
}

interface LoadedProps {
  readonly view: SuspenseView
  readonly search: string
  readonly onSearch: (text: string) => void
}

function Loaded({ view, search, onSearch }: LoadedProps): JSX.Element {
  const may = useMay()
  const [chosen, setChosen] = useState<PayableBillet>()
  const claim = useDecisionClaim('suspense', view.caseId, view, may('suspense.resolve') && view.isOpen)
  return (
    <>
      <Heading title={wordOf(SUSPENSE_WORDS, view.reason)}>
        <span class="tags">
          <Tag>{view.isHeld ? 'Retido' : view.isOpen ? 'Espera destino' : 'Resolvido'}</Tag>
          {view.orderId && <Tag>{titleOrder(view.orderId)}</Tag>}
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Why reason={REASONS[view.reason]} differences={listDifferences(view)} />
          <Card title={view.isHeld ? 'Possível aviso repetido' : 'Onde creditar'}>
            {view.isHeld ? (
              <>
                <Alert title="Nada foi lançado nos livros">
                  Se o extrato mostra um só crédito, é o mesmo pagamento: encerre. Se mostra dois, diga para
                  onde vai o segundo, e outra pessoa aprova.
                </Alert>
                <Reports view={view} />
                <BilletChoice
                  billets={view.billets}
                  chosen={chosen}
                  onChoose={claim === 'mine' ? setChosen : undefined}
                />
              </>
            ) : view.isInSuspense ? (
              <>
                <Search
                  label="Buscar por transação, boleto ou nosso número"
                  search={search}
                  onSearch={onSearch}
                />
                <BilletChoice
                  billets={view.billets}
                  chosen={chosen}
                  onChoose={claim === 'mine' ? setChosen : undefined}
                />
              </>
            ) : view.isMissing ? (
              <Alert title="O dinheiro saiu do banco e falta nos livros">
                Um novo pagamento do cliente, um cancelamento ou um acordo quebrado o cobrem. Se nada disso
                acontecer, a perda é nossa.
              </Alert>
            ) : (
              <Alert title="O dinheiro já saiu da espera">{explainGone(view)}</Alert>
            )}
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.suspense} />}
          {claim === 'taken' && <Taken {...view} />}
          {claim === 'mine' && <Resolution view={view} chosen={chosen} />}
          <Card title="Pagamento">
            <Figures rows={listFacts(view)} />
          </Card>
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

function explainGone({ isOpen, reason }: SuspenseView): string {
  if (!isOpen) return 'Este caso está encerrado.'
  return reason === 'RETURNED'
    ? 'O que o banco tomou de volta já foi coberto. Falta só encerrar o caso.'
    : 'Um cancelamento já fez dele uma devolução ao cliente. Falta só encerrar o caso.'
}

const REASONS: Readonly<Record<SuspenseReason, string>> = {
  UNKNOWN_BILLET: 'O banco avisou um pagamento de um boleto que não conhecemos.',
  AFTER_CANCEL: 'O dinheiro chegou depois que a compra foi cancelada.',
  AFTER_EXPIRY: 'O dinheiro chegou depois do prazo da compra.',
  WRONG_AMOUNT: 'O valor pago não é o que o boleto cobrava.',
  ALREADY_PAID: 'Esta parcela já estava paga quando o dinheiro chegou.',
  SUSPECTED_DUPLICATE: 'Um pagamento igual já foi avisado: pode ser o mesmo, contado duas vezes.',
  RETURNED:
    'O banco devolveu este Pix a quem pagou, sem pedido nosso: uma contestação de fraude ou um erro no banco. A parcela continua paga.',
}

function listDifferences({ expected, amount }: SuspenseView): Difference[] {
  if (expected === undefined) return []
  return [{ what: 'Valor', expected: writeMoney(expected), found: writeMoney(amount) }]
}

function listFacts(view: SuspenseView) {
  const { expected, paidOn, ourNumber, status } = view
  return [
    { name: view.isHeld ? 'Avisado' : 'Recebido', value: writeMoney(view.amount), strong: true },
    ...(view.usable < view.amount
      ? [
          { name: 'Cobriu o que o banco devolveu', value: writeMoney(view.amount - view.usable) },
          { name: 'Disponível', value: writeMoney(view.usable), strong: true },
        ]
      : []),
    ...(expected === undefined ? [] : [{ name: 'Esperado', value: writeMoney(expected) }]),
    ...(paidOn === undefined ? [] : [{ name: 'Pago em', value: writeDate(paidOn) }]),
    { name: 'Banco', value: view.bank },
    { name: 'Meio', value: view.method === 'PIX' ? 'Pix' : 'Boleto' },
    ...(ourNumber === undefined ? [] : [{ name: 'Nosso número', value: ourNumber }]),
    ...(view.retailerName === undefined ? [] : [{ name: 'Lojista', value: view.retailerName }]),
    ...(status === undefined ? [] : [{ name: 'Compra', value: wordOf(STATUS_WORDS, status) }]),
  ]
}

/** What may be one payment, as each rail told it. */
function Reports({ view }: { view: SuspenseView }): JSX.Element | null {
  const { equalTo, reference, bank, method, amount, paidOn, openedAt } = view
  if (equalTo === undefined) return null
  const held = { reference, bank, method, amount, paidOn, toldAt: openedAt, standing: 'Retido' }
  return (
    <Table
      caption="Os dois avisos"
      rows={[{ ...equalTo, standing: 'Já contado' }, held]}
      keyOf={row => row.reference}
      columns={[
        { name: 'Situação', cell: row => <Tag>{row.standing}</Tag> },
        { name: 'Meio', cell: row => (row.method === 'PIX' ? 'Pix' : 'Boleto') },
        { name: 'Banco', isFigure: true, cell: row => row.bank },
        { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
        { name: 'Pago em', isFigure: true, cell: row => (row.paidOn ? writeDate(row.paidOn) : '—') },
        { name: 'Avisado em', isFigure: true, cell: row => writeInstant(row.toldAt) },
        { name: 'Aviso', cell: row => <span class="wrapping">{row.reference}</span> },
      ]}
    />
  )
}

const NOTICES: Readonly<Record<SuspenseResult, string>> = {
  CREDIT: 'Pagamento creditado na parcela.',
  REFUND: 'Devolução ao cliente registrada.',
  KEEP: 'Pagamento mantido em espera.',
  CLOSE: 'Caso encerrado.',
  DUPLICATE: 'Caso encerrado como repetido.',
  RELEASE: 'Pagamento liberado.',
  BEAR: 'Perda assumida.',
}

const HINTS: Readonly<Record<SuspenseResult, string>> = {
  CREDIT: 'O que passar do valor da parcela é devido a quem pagou.',
  REFUND: 'O valor inteiro passa a ser devido ao cliente.',
  KEEP: 'O pagamento continua na lista.',
  CLOSE: 'O caso sai da lista.',
  DUPLICATE: 'O extrato mostra um só crédito. Nada é lançado, e o caso sai da lista.',
  RELEASE: 'Confirme que o extrato do banco mostra dois créditos. Outra pessoa confere e aprova.',
  BEAR: 'O valor vira despesa, e a parcela continua paga. Outra pessoa confere e aprova.',
}

function Resolution(props: { view: SuspenseView; chosen: PayableBillet | undefined }): JSX.Element {
  const { view, chosen } = props
  const { leave, session } = useDesk()
  const [result, setResult] = useState<SuspenseResult>('KEEP')
  const modal = useModal()
  const reason = view.isInSuspense ? findFourEyesReason(view, chosen, session) : undefined
  const ask = (wanted: SuspenseResult) => () => {
    setResult(wanted)
    modal.open()
  }
  return (
    <Actions title="Destino">
      <div class="stack stack-tight">
        {view.isHeld ? (
          <>
            <Button onPress={ask('DUPLICATE')}>É o mesmo pagamento: encerrar</Button>
            <Button kind="quiet" onPress={ask('REFUND')}>
              São dois: devolver ao cliente
            </Button>
            <Button kind="quiet" unavailable={chosen === undefined} onPress={ask('CREDIT')}>
              São dois: creditar na parcela escolhida
            </Button>
            <Button kind="plain" onPress={ask('RELEASE')}>
              Liberar: o extrato mostra dois créditos
            </Button>
            <p class="soft small">
              Contar um segundo pagamento, de qualquer valor, precisa de uma segunda pessoa.
            </p>
          </>
        ) : view.isInSuspense ? (
          <>
            <Button unavailable={chosen === undefined} onPress={ask('CREDIT')}>
              Creditar na parcela
            </Button>
            {chosen === undefined && (
              <p class="soft small">Escolha ao lado a parcela que este dinheiro paga.</p>
            )}
            <Button kind="quiet" onPress={ask('REFUND')}>
              Devolver ao cliente
            </Button>
          </>
        ) : view.isMissing ? (
          <>
            <Button onPress={ask('BEAR')}>Assumir a perda</Button>
            <p class="soft small">
              Se o cliente pagar outra vez, o dinheiro cobre o que falta, e os dois casos se encerram. Assumir
              a perda, de qualquer valor, precisa de uma segunda pessoa.
            </p>
          </>
        ) : (
          <Button onPress={ask('CLOSE')}>Encerrar o caso</Button>
        )}
        <Button kind="plain" onPress={ask('KEEP')}>
          Manter em espera
        </Button>
      </div>
      {reason === 'OTHER_PURCHASE' && (
        <p class="soft small">
          Este dinheiro não foi pago para a compra desta parcela: creditar aqui, de qualquer valor, precisa de
          uma segunda pessoa. O que sobrar é devido a quem pagou, não ao cliente desta parcela.
        </p>
      )}
      {reason === 'AMOUNT' && (
        <p class="soft small">
          Acima de {writeMoney(session.fourEyesAbove)}, mover o dinheiro precisa de uma segunda pessoa.
        </p>
      )}
      {reason === 'DAILY_SUM' && (
        <p class="soft small">
          Você já moveu {writeMoney(view.movedAlone)} sozinho hoje. Acima de{' '}
          {writeMoney(session.aloneDailyLimit)} por dia, mover o dinheiro precisa de uma segunda pessoa.
        </p>
      )}
      <ReasonModal
        modal={modal}
        title={`${wordOf(RESULT_WORDS, result)}?`}
        label="Motivo"
        hint={HINTS[result]}
        confirm={wordOf(RESULT_WORDS, result)}
        suggestions={['Conferido com o extrato do banco', 'Combinado com o cliente']}
        send={async reason => {
          const { outcome } = await post<DecisionOutcome>(`/suspense/${view.caseId}/resolution`, {
            result,
            reason,
            ...(result === 'CREDIT' && chosen && { billetId: chosen.billetId }),
          })
          leave(
            addressOf.suspense,
            outcome === 'proposed' ? 'Destino proposto: agora outra pessoa aprova.' : NOTICES[result],
          )
        }}
      />
    </Actions>
  )
}

interface BilletChoiceProps {
  readonly billets: readonly PayableBillet[]
  readonly chosen: PayableBillet | undefined
  readonly onChoose: ((billet: PayableBillet) => void) | undefined
}

/** Billets of one purchase; only open ones can be chosen. */
function BilletChoice({ billets, chosen, onChoose }: BilletChoiceProps): JSX.Element {
  const name = useId()
  if (billets.length === 0) return <EmptyState title="Busque a compra que este dinheiro deveria pagar." />
  return (
    <Table
      caption="Parcelas da compra"
      rows={billets}
      keyOf={row => row.billetId}
      columns={[
        {
          name: 'Parcela',
          cell: row => {
            const title = row.installment === 0 ? 'Entrada' : `${row.installment} de ${row.of}`
            if (!row.isPayable || onChoose === undefined) return title
            return (
              <label class="choice">
                <input
                  type="radio"
                  name={name}
                  checked={chosen?.billetId === row.billetId}
                  onChange={() => onChoose(row)}
                />
                {title}
              </label>
            )
          },
        },
        { name: 'Vencimento', isFigure: true, cell: row => writeDate(row.dueDate) },
        { name: 'Devido no dia', isFigure: true, cell: row => writeMoney(row.due) },
        {
          name: 'Sobra',
          isFigure: true,
          cell: row => (row.isCovered ? writeMoney(row.excess) : '—'),
        },
        { name: 'Situação', cell: row => <Standing row={row} /> },
      ]}
    />
  )
}

function Standing({ row }: { row: PayableBillet }): JSX.Element {
  if (row.state === 'paid') return <Tag tone="good">Paga</Tag>
  if (row.state === 'canceled') return <Tag>Cancelada</Tag>
  if (row.isCovered) return <Tag tone="good">Cabe</Tag>
  return row.isPayable ? <Tag>Em parte</Tag> : <Tag>Não cabe</Tag>
}
