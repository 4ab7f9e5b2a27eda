import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import type { LoanListing, LoanNotice, LoanView } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { LISTING_STATE_WORDS, NOTICE_WORDS, REMOVAL_WORDS } from '../loan-words.ts'
import { addressOf } from '../route.ts'
import { wordOf } from '../words.ts'
import { Decisions } from './decisions.tsx'
import { Proposal } from './proposal.tsx'
import { ReasonModal } from './reason-modal.tsx'

/** Notices and listings of a delay, and the write-off, which takes two people. */
export function CollectionCard({ view }: { view: LoanView }): JSX.Element | null {
  const { notices, listings, acceleratedOn, writtenOffOn, allowance, proposal, decisions } = view
  const may = useMay()
  const isUntouched = notices.length === 0 && listings.length === 0 && decisions.length === 0
  if (isUntouched && allowance === 0 && writtenOffOn === undefined) return null
  return (
    <Card title="Cobrança e perda">
      <Figures
        rows={[
          ...(acceleratedOn ? [{ name: 'Vencido por inteiro em', value: writeDate(acceleratedOn) }] : []),
          { name: 'Provisão', value: writeMoney(allowance) },
          { name: 'Valor nos livros', value: writeMoney(view.books.carrying) },
          ...(writtenOffOn ? [{ name: 'Baixado como perda em', value: writeDate(writtenOffOn) }] : []),
        ]}
      />
      {notices.length > 0 && <Notices view={view} />}
      {listings.length > 0 && <Listings listings={listings} />}
      {proposal && <Proposal proposal={proposal} back={addressOf.loan(view.transactionId)} />}
      {view.isWritable && !proposal && may('loan.write-off') && <WriteOff view={view} />}
      {decisions.length > 0 && <Decisions decisions={decisions} />}
    </Card>
  )
}

function Notices({ view }: { view: LoanView }): JSX.Element {
  const may = useMay()
  const { notices, transactionId } = view
  const isOffered = may('loan.serve') && view.status === 'OPEN' && view.debtToday.overdue > 0
  const isLast = (row: LoanNotice): boolean =>
    notices.findLast(({ kind }) => kind === row.kind)?.id === row.id
  return (
    <Table
      caption="Avisos formais"
      rows={notices}
      keyOf={row => row.id}
      columns={[
        {
          name: 'Aviso',
          cell: row =>
            row.serving === 1
              ? wordOf(NOTICE_WORDS, row.kind)
              : `${wordOf(NOTICE_WORDS, row.kind)} (${row.serving}º envio)`,
        },
        { name: 'Parcela de', cell: row => <span class="steady">{writeDate(row.dueDate)}</span> },
        {
          name: 'Enviado',
          cell: row => (row.sentAt === undefined ? 'ainda não' : writeInstant(row.sentAt)),
        },
        {
          name: 'Entrega provada',
          cell: row => (row.deliveredAt === undefined ? 'sem prova' : writeInstant(row.deliveredAt)),
        },
        ...(isOffered
          ? [
              {
                name: 'Ação',
                cell: (row: LoanNotice) =>
                  isLast(row) ? <ServeAgain transactionId={transactionId} kind={row.kind} /> : '—',
              },
            ]
          : []),
      ]}
    />
  )
}

/** Has the notice sent once more, with a proof and days of its own. */
function ServeAgain({
  transactionId,
  kind,
}: {
  transactionId: string
  kind: LoanNotice['kind']
}): JSX.Element {
  const { leave, explain } = useDesk()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    setProblem(undefined)
    await post(`/loans/${transactionId}/notices`, { kind })
      .then(() => leave(addressOf.loan(transactionId), 'O aviso sai no próximo horário permitido.'))
      .catch(error => setProblem(explain(error)))
  })
  return (
    <>
      <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
        Enviar de novo
      </Button>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </>
  )
}

function Listings({ listings }: { listings: readonly LoanListing[] }): JSX.Element {
  return (
    <Table
      caption="Negativações"
      rows={listings}
      keyOf={row => row.id}
      columns={[
        { name: 'Parcela de', cell: row => <span class="steady">{writeDate(row.dueDate)}</span> },
        { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
        { name: 'Situação', cell: describeListing },
      ]}
    />
  )
}

function describeListing(listing: LoanListing): string {
  const { state, listedAt, removedAt, removalReason, removeBy, problem } = listing
  const why = removalReason === undefined ? '' : `: ${wordOf(REMOVAL_WORDS, removalReason)}`
  const parts = [
    wordOf(LISTING_STATE_WORDS, state) + why,
    ...(listedAt === undefined ? [] : [`incluída em ${writeInstant(listedAt)}`]),
    ...(removedAt === undefined ? [] : [`retirada em ${writeInstant(removedAt)}`]),
    ...(state === 'REMOVING' && removeBy !== undefined ? [`prazo ${writeDate(removeBy)}`] : []),
    ...(problem === undefined ? [] : [problem]),
  ]
  return parts.join('; ')
}

function WriteOff({ view }: { view: LoanView }): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  const { transactionId } = view
  return (
    <>
      <p class="soft">
        A provisão cobre todo o valor nos livros. A baixa tira o contrato dos ativos; o cliente segue devendo,
        e o que pagar é recuperação.
      </p>
      <Button kind="danger" onPress={modal.open}>
        Baixar como perda
      </Button>
      <ReasonModal
        modal={modal}
        title="Baixar como perda?"
        label="Motivo"
        hint="Outra pessoa precisa aprovar."
        confirm="Propor a baixa"
        isDanger
        suggestions={['Provisionado por inteiro, sem pagamento desde o vencimento']}
        send={async reason => {
          await post<DecisionOutcome>(`/loans/${transactionId}/write-off`, { reason })
          leave(addressOf.loan(transactionId), 'Baixa proposta: espera a segunda pessoa.')
        }}
      />
    </>
  )
}
