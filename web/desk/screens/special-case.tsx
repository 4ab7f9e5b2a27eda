import type { JSX } from 'preact'
import type { SpecialCaseView } from '../../../src/contract/desk-special-cases.ts'
import { SPECIAL_CASE_RULES } from '../../../src/contract/special-cases.ts'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useMay } from '../desk-context.ts'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { CaseDocuments } from '../parts/special-case-documents.tsx'
import { DecideCase, EndCase } from '../parts/special-case-forms.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import {
  AMOUNT_WORDS,
  DAY_WORDS,
  EFFECT_WORDS,
  SPECIAL_CASE_STATE_WORDS,
  SPECIAL_CASE_WORDS,
} from '../special-case-words.ts'
import { STATUS_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'especiais', One: SpecialCase }

function SpecialCase({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<SpecialCaseView>(`special-case:${id}`, () => get(`/special-cases/${id}`))
  return (
    <OneScreen back={addressOf.specialCases} backTo="Voltar para os casos" subject={id} loaded={loaded}>
      {view => <Loaded view={view} onChanged={loaded.reload} />}
    </OneScreen>
  )
}

function Loaded({ view, onChanged }: { view: SpecialCaseView; onChanged: () => void }): JSX.Element {
  const may = useMay()
  const isOpen = view.state === 'OPENED' || view.state === 'DOCUMENTED'
  const isEndable =
    isOpen ||
    (view.state === 'DECIDED' && (view.effect === 'ACCEPT_LESS' || view.effect === 'SUSPEND_COLLECTION'))
  return (
    <>
      <Heading title={wordOf(SPECIAL_CASE_WORDS, view.kind)}>
        <span class="tags">
          <Tag tone={view.endedAt === undefined ? 'warn' : 'calm'}>
            {wordOf(SPECIAL_CASE_STATE_WORDS, view.state)}
          </Tag>
        </span>
      </Heading>
      <div class="case facts-first">
        <div class="stack">
          <Card title="Caso">
            <div class="wrapping">
              <Figures rows={listFacts(view)} />
            </div>
            <p>“{view.note}”</p>
            <p class="small">
              <Link to={addressOf.loan(view.transactionId)}>Ver o contrato</Link>
            </p>
          </Card>
          <CaseDocuments view={view} onChanged={onChanged} />
        </div>
        <div class="stack">
          <Card title="Decisão">
            {view.proposal && <Proposal proposal={view.proposal} back={addressOf.specialCase(view.caseId)} />}
            {isOpen && !view.proposal && may('special-case.decide') && (
              <DecideCase view={view} needsDocument={SPECIAL_CASE_RULES[view.kind].needsDocument} />
            )}
            {isEndable && !view.proposal && may('special-case.change') && <EndCase view={view} />}
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

function listFacts(view: SpecialCaseView) {
  const { effect, amount, day, installments, contact } = view
  return [
    { name: 'Pedido', value: view.orderId },
    { name: 'Lojista', value: view.retailerName },
    { name: 'Contrato', value: wordOf(STATUS_WORDS, view.status) },
    { name: 'Aberto em', value: writeInstant(view.openedAt) },
    ...(contact === undefined ? [] : [{ name: 'E-mail de quem procurou', value: contact }]),
    ...(effect === undefined ? [] : [{ name: 'Efeito', value: wordOf(EFFECT_WORDS, effect) }]),
    ...(amount === undefined || effect === undefined
      ? []
      : [{ name: AMOUNT_WORDS[effect] ?? 'Valor', value: writeMoney(amount) }]),
    ...(day === undefined || effect === undefined
      ? []
      : [{ name: DAY_WORDS[effect] ?? 'Dia', value: writeDate(day) }]),
    ...(installments === undefined ? [] : [{ name: 'Parcelas', value: String(installments) }]),
    ...(view.endedAt === undefined ? [] : [{ name: 'Encerrado em', value: writeInstant(view.endedAt) }]),
  ]
}
