import type { JSX } from 'preact'
import type { CreditRuleName, CreditTrace } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { writeMoney } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { RULE_WORDS, wordOf } from '../words.ts'

type Figures = CreditTrace['rules'][number]['figures']

/** How the figures of a rule are read: what was found, against what it was compared with. */
const READINGS: Readonly<Record<CreditRuleName, (figures: Figures) => string>> = {
  'area-code-exists': () => '',
  'attempts-within-limit': () => '',
  'no-living-contract': () => '',
  'purchase-not-below-minimum': ({ purchase, minimumPurchase }) =>
    `${money(purchase)}, mínimo ${money(minimumPurchase)}`,
  'purchase-not-above-maximum': ({ purchase, maximumPurchase }) =>
    `${money(purchase)}, máximo ${money(maximumPurchase)}`,
  'old-enough': ({ ageYears, minimumAgeYears }) => `${ageYears} anos, mínimo ${minimumAgeYears}`,
  'cpf-in-use': ({ cpfStatus }) => CPF_STATUS_WORDS[String(cpfStatus)] ?? '',
  'no-fraud-alert': () => '',
  'score-at-or-above-cut': ({ score, scoreCut }) => `${score}, corte ${scoreCut}`,
  'limit-covers-amount-to-finance': ({ smallestFinanced, approvedLimit }) =>
    `a partir de ${money(smallestFinanced)}, limite ${money(approvedLimit)}`,
}

const CPF_STATUS_WORDS: Readonly<Record<string, string>> = {
  REGULAR: 'regular',
  PENDING: 'pendente de regularização',
  SUSPENDED: 'suspenso',
  CANCELLED: 'cancelado',
  NULL: 'nulo',
  DECEASED: 'titular falecido',
}

const money = (value: Figures[string] | undefined): string => writeMoney(Number(value))

export function Trace({ credit }: { credit: CreditTrace }): JSX.Element {
  return (
    <div class="stack stack-tight">
      {!credit.isReproduced && (
        <Alert tone="bad" title="A decisão guardada não se repete">
          Os dados de entrada não levam ao resultado guardado. Avise a segurança antes de decidir.
        </Alert>
      )}
      <ul class="rules">
        {credit.rules.map(({ rule, passed, figures }) => (
          <li key={rule} class={passed ? 'good' : 'bad'}>
            <Icon name={passed ? 'check' : 'close'} size={18} />
            <span>
              {wordOf(RULE_WORDS, rule)}
              <span class="unseen">{passed ? ': passou' : ': não passou'}</span>
            </span>
            <span class="soft small">{READINGS[rule]?.(figures)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
