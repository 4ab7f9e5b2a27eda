import type { JSX } from 'preact'
import { Icon } from '../design/icons.tsx'
import { Heading } from './heading.tsx'

/** Wrong, old and outlived links look alike. */
export function Missing(): JSX.Element {
  return (
    <>
      <p class="badge neutral">
        <Icon name="close" size={32} />
      </p>
      <Heading title="Link não encontrado">
        O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou
        peça outro para a loja.
      </Heading>
    </>
  )
}
