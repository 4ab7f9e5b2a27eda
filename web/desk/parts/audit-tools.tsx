import type { JSX } from 'preact'
import {
  AUDIT_ACTIONS,
  AUDIT_AUTHORS,
  AUDIT_FILTERS,
  type AuditFilterName,
  type AuditPage,
} from '../../../src/contract/desk-audit.ts'
import { Button } from '../../design/button.tsx'
import { DayField } from '../../design/day-field.tsx'
import { FilterField } from '../../design/filter-field.tsx'
import { Search } from '../../design/search.tsx'
import { type AuditFilters, addressOf, goTo } from '../route.ts'
import { ACTION_WORDS, AUTHOR_WORDS } from '../words.ts'

/** The filters in the address; other words in it mean nothing. */
export function readFilters(query: string): AuditFilters {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    AUDIT_FILTERS.flatMap(name => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** Every choice is a new address, so that it can be shared and gone back from. */
export function AuditTools(props: { filters: AuditFilters; people: AuditPage['people'] }): JSX.Element {
  const { filters, people } = props
  const choose = (name: AuditFilterName) => (value: string) => {
    const { [name]: _, ...others } = filters
    const wanted = value === '' ? others : { ...others, [name]: value }
    goTo(Object.keys(wanted).length === 0 ? addressOf.audit : addressOf.auditOf(wanted))
  }
  const actions = AUDIT_ACTIONS.map(each => [each, ACTION_WORDS[each]] as const)
  const persons = [
    ...people.map(({ id, name }) => [id, name] as const),
    ...AUDIT_AUTHORS.map(each => [each, AUTHOR_WORDS[each]] as const),
  ]
  return (
    <div class="stack stack-tight">
      <div class="filters">
        <FilterField
          label="Pessoa"
          all="Todas"
          value={filters.person ?? ''}
          onChange={choose('person')}
          options={persons.toSorted(byWord)}
        />
        <FilterField
          label="Ação"
          all="Todas"
          value={actions.find(([each]) => each === filters.action)?.[0] ?? ''}
          onChange={choose('action')}
          options={actions.toSorted(byWord)}
        />
        <DayField label="De" value={filters.from ?? ''} onChange={choose('from')} />
        <DayField label="Até" value={filters.to ?? ''} onChange={choose('to')} />
      </div>
      <Search
        key={filters.subject ?? ''}
        label="Sobre (transação, nota, ordem, conta…)"
        search={filters.subject ?? ''}
        onSearch={choose('subject')}
        showAll="Sobre tudo"
      />
      {Object.keys(filters).length > 0 && (
        <div>
          <Button kind="plain" wide={false} onPress={() => goTo(addressOf.audit)}>
            Limpar os filtros
          </Button>
        </div>
      )}
    </div>
  )
}

const byWord = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a.localeCompare(b, 'pt-BR')
