import type { JSX } from 'preact'
import type { CaseIdentity } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Figures } from '../../design/figures.tsx'
import { Icon } from '../../design/icons.tsx'
import { CHECK_WORDS, NAME_SOURCE_WORDS } from '../words.ts'

/** What the analysis compared, and the names that do not agree. */
export function Identity({ identity }: { identity: CaseIdentity }): JSX.Element {
  const { differingNames, checks } = identity
  return (
    <div class="stack stack-tight">
      {differingNames !== undefined && (
        <>
          <Alert tone="bad" title="Os nomes não coincidem">
            Confira o documento: pode ser um nome de casado, ou o documento de outra pessoa.
          </Alert>
          <Figures
            rows={differingNames.map(({ source, name }) => ({
              name: NAME_SOURCE_WORDS[source],
              value: name,
            }))}
          />
        </>
      )}
      {checks.length > 0 && (
        <ul class="rules">
          {checks.map(({ check, outcome }) => (
            <li key={check} class={outcome === 'pass' ? 'good' : 'bad'}>
              <Icon name={outcome === 'pass' ? 'check' : 'close'} size={18} />
              <span>
                {CHECK_WORDS[check]}
                <span class="unseen">{outcome === 'pass' ? ': passou' : ': não passou'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
