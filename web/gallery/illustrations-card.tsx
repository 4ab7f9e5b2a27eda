import type { JSX } from 'preact'
import { Card } from '../design/card.tsx'
import {
  DEAD_LINK,
  DONE,
  EMPTY,
  EXPIRED,
  FAULT,
  FIRST_RUN,
  GAVE_UP,
  Illustration,
  NOT_FOUND,
  OFFLINE,
  PAID_OFF,
  REFUSED,
  type Scene,
  WAITING,
} from '../design/illustrations.tsx'

const SCENES: readonly (readonly [name: string, scene: Scene])[] = [
  ['Nada ainda', EMPTY],
  ['Pronto', DONE],
  ['Esperando', WAITING],
  ['Recusado', REFUSED],
  ['Desistiu', GAVE_UP],
  ['Prazo terminou', EXPIRED],
  ['Link que não vale', DEAD_LINK],
  ['Sem conexão', OFFLINE],
  ['Página não encontrada', NOT_FOUND],
  ['Falha nossa', FAULT],
  ['Tudo pago', PAID_OFF],
  ['Primeira vez', FIRST_RUN],
]

export function IllustrationsCard(): JSX.Element {
  return (
    <Card title="Ilustrações">
      <p class="soft">
        Uma por tela, acima do título, e só onde a tela termina ou espera. Cada uma tem um pedaço da marca: o
        anel das parcelas pagas ou o ponto da próxima.
      </p>
      <ul class="scenes">
        {SCENES.map(([name, scene]) => (
          <li key={name}>
            <Illustration scene={scene} />
            {name}
          </li>
        ))}
      </ul>
    </Card>
  )
}
