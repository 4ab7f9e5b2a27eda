import type { JSX } from 'preact'
import { Moment } from '../../customer/dead-end.tsx'
import { Alert } from '../../design/alert.tsx'
import { WAITING } from '../../design/illustrations.tsx'

export function Analysing(): JSX.Element {
  return (
    <>
      <Moment scene={WAITING} title="Estamos conferindo suas fotos">
        Costuma levar menos de um minuto. Esta página avança sozinha.
      </Moment>
      <Alert>Pode fechar a página: abra o mesmo link quando quiser e continue de onde parou.</Alert>
    </>
  )
}

/** The desk has a deadline of its own; every answer of it is sent as SMS and e-mail. */
export function AtDesk({ deadline }: { deadline: string | undefined }): JSX.Element {
  return (
    <>
      <Moment scene={WAITING} title="Uma pessoa está conferindo">
        Às vezes nossa equipe olha as fotos com mais calma. Você não precisa fazer nada agora.
      </Moment>
      <Alert title={deadline && `Respondemos até ${deadline}`}>
        Costuma ser bem antes. Avisamos por SMS e e-mail assim que houver uma resposta, ou se precisarmos de
        outra foto. Pode fechar esta página: o mesmo link mostra onde está a sua compra.
      </Alert>
    </>
  )
}

export function Canceling({ isAgreement }: { isAgreement: boolean }): JSX.Element {
  return (
    <Moment scene={WAITING} title={`Cancelando ${isAgreement ? 'o acordo' : 'a compra'}`}>
      Leva alguns segundos.
    </Moment>
  )
}
