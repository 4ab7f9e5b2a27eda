import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import {
  COMPLIANCE_OUTCOMES,
  type ComplianceFinding,
  type ComplianceResult,
  type ComplianceView,
  ENHANCED_CHECKS,
  type EnhancedCheck,
} from '../../../src/contract/desk-compliance.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Checkbox, Choices } from '../../design/choices.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import {
  CHECK_QUESTIONS,
  COMPLIANCE_HINTS,
  COMPLIANCE_KIND_WORDS,
  COMPLIANCE_WHY_WORDS,
  FINDING_WORDS,
  REPORT_KIND_WORDS,
} from '../compliance-words.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { Why } from '../parts/why.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { DONE_WORDS, RESULT_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'conformidade', One: ComplianceCase }

function ComplianceCase({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<ComplianceView>(`compliance-case:${id}`, () => get(`/compliance/${id}`))
  return (
    <OneScreen back={addressOf.compliance} backTo="Voltar para a conformidade" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: ComplianceView }): JSX.Element {
  const may = useMay()
  const { result, report } = view
  return (
    <>
      <Heading title={wordOf(COMPLIANCE_KIND_WORDS, view.kind)}>
        <span class="tags">
          <Tag tone="calm">
            {result ? wordOf(DONE_WORDS, result) : `Decidir até ${writeDate(view.dueOn)}`}
          </Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Why reason={wordOf(COMPLIANCE_WHY_WORDS, view.kind)} differences={[]} />
          <Card title="O que foi encontrado">
            <Figures rows={view.findings.map(presentFinding)} />
            <p class="small">
              <Link to={addressOf.loan(view.transactionId)}>Ver o contrato</Link>
              {' · '}
              <Link to={addressOf.case(view.transactionId)}>Ver a identificação</Link>
            </p>
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.compliance} />}
          {!result && !view.proposal && may('compliance.decide') && <Decide view={view} />}
          {report && (
            <Card title="Registro de comunicações">
              <Figures
                rows={[
                  { name: 'Decisão', value: wordOf(REPORT_KIND_WORDS, report.kind) },
                  ...(report.dueOn ? [{ name: 'Enviar até', value: writeDate(report.dueOn) }] : []),
                  ...(report.receipt ? [{ name: 'Recibo', value: report.receipt }] : []),
                ]}
              />
            </Card>
          )}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

const DAYS: readonly ComplianceFinding['name'][] = [
  'publishedOn',
  'birthDate',
  'from',
  'until',
  'paidOn',
  'releasedOn',
]

function presentFinding({ name, value }: ComplianceFinding) {
  const shown = DAYS.includes(name) ? writeDate(value) : name === 'amount' ? writeMoney(Number(value)) : value
  return { name: wordOf(FINDING_WORDS, name), value: shown }
}

function Decide({ view }: { view: ComplianceView }): JSX.Element {
  const { leave } = useDesk()
  const { alone, two } = COMPLIANCE_OUTCOMES[view.kind]
  const results = [...two, ...alone]
  const [result, setResult] = useState<ComplianceResult>(results[0] ?? 'NO_REPORT')
  const [checks, setChecks] = useState<readonly EnhancedCheck[]>([])
  const modal = useModal()
  const ask = (wanted: ComplianceResult) => () => {
    setResult(wanted)
    modal.open()
  }
  const toggle = (check: EnhancedCheck) => (isMade: boolean) =>
    setChecks(isMade ? [...checks, check] : checks.filter(each => each !== check))
  return (
    <Actions title="Decisão">
      <div class="stack stack-tight">
        {results.map((each, at) => (
          <Button key={each} kind={at === 0 ? 'primary' : 'quiet'} onPress={ask(each)}>
            {wordOf(RESULT_WORDS, each)}
          </Button>
        ))}
      </div>
      <ReasonModal
        modal={modal}
        title={`${wordOf(RESULT_WORDS, result)}?`}
        label="Motivo"
        hint={wordOf(COMPLIANCE_HINTS, result)}
        confirm={two.includes(result) ? 'Propor' : 'Concluir'}
        send={async reason => {
          const { outcome } = await post<DecisionOutcome>(`/compliance/${view.caseId}/decision`, {
            result,
            checks,
            reason,
            version: view.version,
          })
          leave(
            addressOf.compliance,
            outcome === 'proposed' ? 'Decisão proposta: agora outra pessoa aprova.' : 'Caso concluído.',
          )
        }}
      >
        {result === 'ACCEPTED' && (
          <Choices legend="Conferências reforçadas" look="rows">
            {ENHANCED_CHECKS.map(check => (
              <Checkbox key={check} checked={checks.includes(check)} onChange={toggle(check)}>
                {CHECK_QUESTIONS[check]}
              </Checkbox>
            ))}
          </Choices>
        )}
      </ReasonModal>
    </Actions>
  )
}
