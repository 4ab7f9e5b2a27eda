import type { JSX } from 'preact'
import { CodeEntry } from '../../customer/code-entry.tsx'
import { CookieNotice } from '../../customer/cookie-notice.tsx'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { type ScreenProps, useSend } from '../use-send.ts'

export function Code({ state, ...surroundings }: ScreenProps): JSX.Element {
  const { code } = state
  // Its parts stay together on one line.
  const maskedPhone = (state.maskedPhone ?? 'seu celular').replaceAll(' ', '\u00a0')
  const asking = useSend(surroundings)
  const entering = useSend(surroundings)
  const restarting = useSend(surroundings)
  return (
    <>
      <Heading title="Confirme seu celular">
        {code === undefined
          ? `Vamos enviar um código de 6 dígitos por SMS para ${maskedPhone}.`
          : 'Enviamos um código de 6 dígitos por SMS. Digite o código para ver suas parcelas.'}
      </Heading>
      <CookieNotice />
      <Card>
        <CodeEntry
          client={surroundings.client}
          sent={code}
          maskedPhone={maskedPhone}
          ask="Enviar código por SMS"
          submit="Confirmar"
          checking="Confirmando e calculando suas parcelas…"
          asking={asking}
          entering={entering}
          onAsk={client => client.act('code')}
          onCode={(client, digits) => client.act('confirm', { code: digits })}
        />
      </Card>
      {restarting.problem && <Alert tone="bad">{restarting.problem}</Alert>}
      <Button
        kind="quiet"
        busy={restarting.busy}
        onPress={() => void restarting.run(each => each.act('restart'))}
      >
        Trocar celular ou dados
      </Button>
      <p class="soft small">Não compartilhe este código com ninguém, nem com a loja.</p>
    </>
  )
}
