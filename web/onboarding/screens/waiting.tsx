import type { JSX } from 'preact'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'

export function Analysing(): JSX.Element {
  return (
    <>
      <Heading title="Estamos conferindo suas fotos">
        Costuma levar menos de um minuto. Esta página avança sozinha.
      </Heading>
      <Pulse />
      <Alert>Pode fechar a página: abra o mesmo link quando quiser e continue de onde parou.</Alert>
    </>
  )
}

export function AtDesk({ deadline }: { deadline: string | undefined }): JSX.Element {
  return (
    <>
      <Heading title="Uma pessoa está conferindo">
        Às vezes nossa equipe olha as fotos com mais calma. Não é preciso fazer nada agora.
      </Heading>
      <Pulse />
      <Alert>
        Esta página avança sozinha, e você pode fechá-la: abra o mesmo link mais tarde
        {deadline && `, até ${deadline},`} para continuar.
      </Alert>
    </>
  )
}

export function Canceling(): JSX.Element {
  return (
    <>
      <Heading title="Cancelando a compra">Leva alguns segundos.</Heading>
      <Pulse />
    </>
  )
}

function Pulse(): JSX.Element {
  return (
    <div class="pulse" aria-hidden="true">
      <b />
      <b />
      <b />
    </div>
  )
}
