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
      <Heading title="Este link não está mais disponível">
        Confira se o endereço está completo. Se ele veio por mensagem, toque de novo no link da mensagem ou
        peça um novo à loja.
      </Heading>
    </>
  )
}
