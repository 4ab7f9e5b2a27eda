import type { JSX } from 'preact'
import type { AccountState } from '../../../src/contract/account.ts'
import { CodeEntry } from '../../customer/code-entry.tsx'
import { Heading } from '../../customer/heading.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { type Around, useSend } from '../use-send.ts'

/** The same words whether a code was sent or not: whoever tries a CPF learns nothing. */
const UNSURE = {
  label: 'Código recebido',
  hint: 'São 6 dígitos e valem por 10 minutos.',
  announced: 'Pedido feito. Se este CPF tiver compras, um novo código está a caminho.',
}

export function Code({ code, ...around }: Around & { code: AccountState['code'] }): JSX.Element {
  const asking = useSend(around)
  const entering = useSend(around)
  const leaving = useSend(around)
  return (
    <>
      <Heading title="Digite o código">
        Se este CPF tiver compras no crediário, o código chega em instantes ao celular cadastrado na compra.
      </Heading>
      <Card>
        <CodeEntry
          client={around.client}
          sent={code}
          maskedPhone="seu celular"
          unsure={UNSURE}
          ask="Enviar código"
          submit="Entrar"
          asking={asking}
          entering={entering}
          onAsk={client => client.act('resend')}
          onCode={(client, digits) => client.act('confirm', { code: digits })}
        />
      </Card>
      <Button
        kind="quiet"
        busy={leaving.busy}
        onPress={() => void leaving.run(client => client.leave('restart'))}
      >
        Usar outro CPF
      </Button>
      <p class="soft small">
        Não chegou? Confira o CPF. Enviamos poucos códigos por dia; se o seu celular mudou, fale com a loja ou
        com o nosso atendimento. Não compartilhe este código com ninguém.
      </p>
    </>
  )
}
