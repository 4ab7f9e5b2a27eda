import type { JSX } from 'preact'
import type { LoanDebt, LoanView } from '../../../src/contract/desk-loans.ts'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import { titleOrder } from '../../design/order-name.ts'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { LOAN_STATE_TONES } from '../loan-tones.ts'
import { writeState } from '../loan-words.ts'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { CollectionCard } from '../parts/collection-card.tsx'
import { LoanBooks, LoanMessages, LoanPayments } from '../parts/loan-history.tsx'
import { LoanSchedule } from '../parts/loan-schedule.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { SettlementCard } from '../parts/settlement-card.tsx'
import { SpecialCaseCard } from '../parts/special-case-card.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { STATUS_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'contratos', One: Loan }

function Loan({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<LoanView>(`loan:${id}`, () => get(`/loans/${id}`))
  return (
    <OneScreen back={addressOf.loans} backTo="Voltar para a busca" subject={id} loaded={loaded}>
      {view => <Loaded view={view} onChanged={loaded.reload} />}
    </OneScreen>
  )
}

function Loaded({ view, onChanged }: { view: LoanView; onChanged: () => void }): JSX.Element {
  return (
    <>
      <Heading title={titleOrder(view.orderId)}>
        <span class="tags">
          <Tag tone={LOAN_STATE_TONES[view.state]}>{writeState(view)}</Tag>
          <Tag>{wordOf(STATUS_WORDS, view.status)}</Tag>
        </span>
      </Heading>
      <div class="case facts-first">
        <div class="stack">
          <DebtCard debt={view.debtToday} />
          <SettlementCard view={view} onChanged={onChanged} />
          <AgreementCard view={view} onChanged={onChanged} />
          <SpecialCaseCard view={view} />
          <Card title="Contrato">
            <div class="wrapping">
              <Figures rows={listFacts(view)} />
            </div>
          </Card>
        </div>
        <div class="stack">
          <LoanSchedule view={view} onChanged={onChanged} />
          <CollectionCard view={view} />
          <LoanPayments payments={view.payments} />
          <LoanMessages messages={view.messages} />
          <LoanBooks books={view.books} />
        </div>
      </div>
    </>
  )
}

function DebtCard({ debt }: { debt: LoanDebt }): JSX.Element {
  const overdue = [
    { name: 'Parcelas vencidas', value: writeMoney(debt.overdueFace) },
    { name: 'Multa', value: writeMoney(debt.fine) },
    { name: 'Juros de mora', value: writeMoney(debt.interest) },
  ]
  const future = [
    { name: 'Parcelas a vencer', value: writeMoney(debt.futureFace) },
    { name: 'Desconto se quitar hoje', value: `− ${writeMoney(debt.discount)}` },
  ]
  return (
    <Card title={`Dívida em ${writeDate(debt.date)}`}>
      <Figures
        rows={[
          ...(debt.overdue > 0 ? overdue : []),
          ...(debt.futureFace > 0 ? future : []),
          ...(debt.premiumRefund > 0
            ? [{ name: 'Seguro devolvido', value: `− ${writeMoney(debt.premiumRefund)}` }]
            : []),
          { name: 'Para quitar hoje', value: writeMoney(debt.payoff), strong: true },
        ]}
      />
    </Card>
  )
}

function listFacts(view: LoanView) {
  const { customerName, installments, installmentValue } = view
  return [
    ...(customerName === undefined ? [] : [{ name: 'Cliente', value: customerName }]),
    { name: 'CPF', value: view.maskedCpf },
    { name: 'Lojista', value: view.retailerName },
    { name: 'Início', value: writeDate(view.startedOn) },
    { name: 'Financiado', value: writeMoney(view.financed) },
    { name: 'Parcelas', value: `${installments} × ${writeMoney(installmentValue)}` },
    { name: 'Juros ao mês', value: writePercent(view.interestRatePM) },
    { name: 'CET ao ano', value: writePercent(view.cetPA) },
    { name: 'Transação', value: view.transactionId },
  ]
}
