import type { JSX } from 'preact'
import type { HostedOptionGroup } from '../../../src/contract/hosted-page.ts'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeDate, writeMoney, writePercent } from '../../design/format.ts'
import { type Entry, findGroup, isSpecial, listEntries } from '../choice.ts'

interface TermsChoicesProps {
  readonly groups: readonly HostedOptionGroup[]
  readonly chosen: HostedOptionGroup
  onChoose(group: HostedOptionGroup | undefined): void
}

/** Down payment, whose conditions, and the first date, one after the other; what leaves nothing to choose is not asked. */
export function TermsChoices({ groups, chosen, onChoose }: TermsChoicesProps): JSX.Element {
  const entries = listEntries(groups)
  const entry = entries.find(each => each.groups.includes(chosen))
  const { graceDays } = chosen
  return (
    <>
      {entries.length > 1 && (
        <Choices legend="Quanto você dá de entrada?" look="chips">
          {entries.map(each => (
            <Choice
              key={each.value}
              name="entry"
              checked={each === entry}
              onChoose={() => onChoose(findGroup(each, { graceDays, wantsSpecial: true }))}
            >
              <EntryWords entry={each} />
            </Choice>
          ))}
        </Choices>
      )}
      {entry && <ConditionChoices entry={entry} chosen={chosen} onChoose={onChoose} />}
      {entry && <StartChoices entry={entry} chosen={chosen} onChoose={onChoose} />}
    </>
  )
}

function EntryWords({ entry: { value, percentage, groups } }: { entry: Entry }): JSX.Element {
  return (
    <>
      <strong>{value > 0 ? writeMoney(value) : 'Sem entrada'}</strong>{' '}
      {value > 0 && <span class="soft small">{percentage.toLocaleString('pt-BR')}% do preço</span>}{' '}
      {groups.some(isSpecial) && <span class="good small">juros menores</span>}
    </>
  )
}

type OfEntryProps = Pick<TermsChoicesProps, 'chosen' | 'onChoose'> & { readonly entry: Entry }

function ConditionChoices({ entry, chosen, onChoose }: OfEntryProps): JSX.Element | null {
  const conditions = [true, false].filter(each => entry.groups.some(group => isSpecial(group) === each))
  if (conditions.length < 2) return null
  return (
    <Choices legend="Com quais juros?" look="chips">
      {conditions.map(wantsSpecial => {
        const group = findGroup(entry, { graceDays: chosen.graceDays, wantsSpecial })
        return (
          <Choice
            key={wantsSpecial}
            name="condition"
            checked={wantsSpecial === isSpecial(chosen)}
            onChoose={() => onChoose(group)}
          >
            <strong>{wantsSpecial ? 'Oferta da loja' : 'Padrão'}</strong>{' '}
            <span class="soft small">{describeInterest(group)}</span>
          </Choice>
        )
      })}
    </Choices>
  )
}

function describeInterest(group: HostedOptionGroup | undefined): string {
  const rates = group?.options.map(({ interestPM }) => interestPM) ?? []
  const [least, most] = [Math.min(...rates), Math.max(...rates)]
  return least === most ? `${writePercent(least)} ao mês` : `a partir de ${writePercent(least)} ao mês`
}

function StartChoices({ entry, chosen, onChoose }: OfEntryProps): JSX.Element | null {
  const starts = entry.groups
    .filter(group => isSpecial(group) === isSpecial(chosen))
    .sort((one, other) => one.graceDays - other.graceDays)
  if (starts.length < 2) return null
  return (
    <Choices legend="Quando vence a primeira parcela?" look="chips">
      {starts.map(group => (
        <Choice
          key={group.graceDays}
          name="start"
          checked={group === chosen}
          onChoose={() => onChoose(group)}
        >
          <strong>{writeDate(group.options[0]?.firstDueDate ?? '')}</strong>{' '}
          <span class="soft small">
            {group.graceDays === 0 ? 'prazo normal' : `${group.graceDays} dias a mais`}
          </span>
        </Choice>
      ))}
    </Choices>
  )
}
