import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import type { SpecialCaseView } from '../../../src/contract/desk-special-cases.ts'
import {
  SPECIAL_CASE_RULES,
  type SpecialCaseEffect,
  TERMS_OF_EFFECT,
} from '../../../src/contract/special-cases.ts'
import { Button } from '../../design/button.tsx'
import { DayField } from '../../design/day-field.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { parseAmount } from '../../shell/parse-amount.ts'
import { DeskProblem, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { AMOUNT_WORDS, DAY_WORDS, EFFECT_HINTS, EFFECT_WORDS } from '../special-case-words.ts'
import { wordOf } from '../words.ts'
import { ReasonModal } from './reason-modal.tsx'

interface DecideCaseProps {
  readonly view: SpecialCaseView
  readonly needsDocument: boolean
}

/** Proposes what the case does; another person approves it. */
export function DecideCase({ view, needsDocument }: DecideCaseProps): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  const { effects } = SPECIAL_CASE_RULES[view.kind]
  const [effect, setEffect] = useState<SpecialCaseEffect>(effects[0] ?? 'END_DEBT')
  const [amount, setAmount] = useState('')
  const [day, setDay] = useState('')
  const [installments, setInstallments] = useState('')
  if (needsDocument && view.documents.length === 0)
    return <p class="soft">Junte o documento para decidir este caso.</p>
  const terms = TERMS_OF_EFFECT[effect]
  const send = async (reason: string): Promise<void> => {
    const body = {
      effect,
      version: view.version,
      reason,
      ...(terms.includes('amount') ? { amount: parseAmount(amount) } : {}),
      ...(terms.includes('day') ? { day: day === '' ? undefined : day } : {}),
      ...(terms.includes('installments') ? { installments: Number(installments) } : {}),
    }
    if (Object.values(body).some(value => value === undefined)) throw new DeskProblem('invalid_parameters')
    await post<DecisionOutcome>(`/special-cases/${view.caseId}/decision`, body)
    leave(addressOf.specialCase(view.caseId), 'Decisão proposta: espera a segunda pessoa.')
  }
  return (
    <>
      <Button onPress={modal.open}>Propor a decisão</Button>
      <ReasonModal
        modal={modal}
        title="O que este caso faz"
        label="Motivo"
        hint="Outra pessoa precisa aprovar."
        confirm="Propor"
        send={send}
      >
        <SelectField
          label="Efeito"
          value={effect}
          onInput={value => setEffect(effects.find(each => each === value) ?? effect)}
          options={effects.map(each => ({ value: each, label: wordOf(EFFECT_WORDS, each) }))}
          hint={EFFECT_HINTS[effect]}
        />
        {terms.includes('amount') && (
          <TextField
            label={`${AMOUNT_WORDS[effect] ?? 'Valor'}, em reais`}
            inputmode="decimal"
            value={amount}
            onInput={setAmount}
          />
        )}
        {terms.includes('day') && (
          <DayField label={DAY_WORDS[effect] ?? 'Dia'} value={day} onChange={setDay} />
        )}
        {terms.includes('installments') && (
          <TextField
            label="Número de parcelas"
            inputmode="numeric"
            value={installments}
            onInput={setInstallments}
          />
        )}
      </ReasonModal>
    </>
  )
}

/** Withdraws a case, takes an offer back or lifts a suspension. */
export function EndCase({ view }: { view: SpecialCaseView }): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  return (
    <>
      <Button kind="quiet" onPress={modal.open}>
        Encerrar o caso
      </Button>
      <ReasonModal
        modal={modal}
        title="Encerrar o caso?"
        label="Motivo"
        hint="Tudo volta a ser como antes, e a cobrança continua."
        confirm="Encerrar"
        send={async reason => {
          await post(`/special-cases/${view.caseId}/end`, { reason })
          leave(addressOf.specialCase(view.caseId), 'Caso encerrado.')
        }}
      />
    </>
  )
}
