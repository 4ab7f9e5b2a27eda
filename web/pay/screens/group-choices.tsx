import type { JSX } from 'preact'
import type { HostedOptionGroup } from '../../../src/contract/hosted-page.ts'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'

interface GroupChoicesProps {
  readonly groups: readonly HostedOptionGroup[]
  readonly chosen: HostedOptionGroup
  onChoose(group: HostedOptionGroup): void
}

const LEGENDS = {
  standard: 'Quanto você quer dar de entrada?',
  retention: 'Condição especial da loja',
  grace: 'Ou comece a pagar mais tarde',
} satisfies Readonly<Record<HostedOptionGroup['kind'], string>>
const KINDS = Object.keys(LEGENDS) as HostedOptionGroup['kind'][]

/** One choice among all groups; each kind has its own heading. */
export function GroupChoices({ groups, chosen, onChoose }: GroupChoicesProps): JSX.Element {
  return (
    <>
      {KINDS.map(kind => {
        const offered = groups.filter(group => group.kind === kind && group.options.length > 0)
        if (offered.length === 0) return null
        return (
          <Choices key={kind} legend={LEGENDS[kind]} look="rows">
            {offered.map(group => (
              <Choice
                key={`${group.graceDays}/${group.downPaymentPercentage}`}
                name="group"
                checked={group === chosen}
                onChoose={() => onChoose(group)}
              >
                <GroupWords group={group} />
              </Choice>
            ))}
          </Choices>
        )
      })}
    </>
  )
}

function GroupWords({ group }: { group: HostedOptionGroup }): JSX.Element {
  const { kind, downPayment, downPaymentPercentage, graceDays } = group
  const entry = downPayment > 0 ? `Entrada de ${writeMoney(downPayment)}` : 'Sem entrada'
  return (
    <>
      <span class="pair">
        <strong>{kind === 'grace' ? `Daqui a ${graceDays} dias` : entry}</strong>{' '}
        {kind === 'grace' ? (
          <span class="small">{entry}</span>
        ) : (
          downPayment > 0 && <span class="small">{downPaymentPercentage.toLocaleString('pt-BR')}%</span>
        )}
      </span>{' '}
      <span class="soft small">{describeGroup(group)}</span>
    </>
  )
}

function describeGroup({ kind, options }: HostedOptionGroup): string {
  const smallest = Math.min(...options.map(({ installmentValue }) => installmentValue))
  const least = `Parcelas a partir de ${writeMoney(smallest)}`
  if (kind === 'retention') return `${least}. A loja paga parte dos juros`
  const first = options[0]?.firstDueDate
  if (kind === 'grace' && first !== undefined) return `${least}, a primeira em ${writeDate(first)}`
  return least
}
