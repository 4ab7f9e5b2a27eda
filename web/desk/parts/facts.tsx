import type { JSX } from 'preact'
import type { ComparedFact } from '../../../src/contract/identity.ts'
import { Tag } from '../../design/tag.tsx'
import { FACT_WORDS, NAME_SOURCE_WORDS } from '../words.ts'

/** What each source says, one below the other, so that a difference is seen at a glance. */
export const Facts = ({ facts }: { facts: readonly ComparedFact[] }): JSX.Element => (
  <dl class="facts">
    {facts.map(({ fact, values, agrees }) => (
      <div key={fact} class={agrees === false ? 'differs' : ''}>
        <dt>
          {FACT_WORDS[fact]}{' '}
          {agrees !== undefined && (
            <Tag tone={agrees ? 'good' : 'bad'}>{agrees ? 'confere' : 'não confere'}</Tag>
          )}
        </dt>
        {values.map(({ source, value }) => (
          <dd key={source} class="fact-value">
            <span class="soft small">{NAME_SOURCE_WORDS[source]}</span>
            <span class="breaking">{value}</span>
          </dd>
        ))}
      </div>
    ))}
  </dl>
)
