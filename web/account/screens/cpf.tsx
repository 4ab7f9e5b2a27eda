import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { parseCpf } from '../../../src/brazil/cpf.ts'
import { CookieNotice } from '../../customer/cookie-notice.tsx'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { cpfMask } from '../../design/mask.ts'
import { type Around, useSend } from '../use-send.ts'

export function AskCpf(around: Around): JSX.Element {
  const [cpf, setCpf] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useSend(around)

  async function submit(): Promise<void> {
    const digits = parseCpf(cpf)
    if (digits === undefined) {
      setWrong(cpf === '' ? 'Digite seu CPF.' : 'Este CPF não é válido. Confira os números.')
      field.current?.focus()
      return
    }
    await run(client => client.act('code', { cpf: digits }))
  }

  return (
    <>
      <Heading title="Minha conta">
        Suas compras no crediário: parcelas, boletos, Pix, contrato e tudo o que você pode fazer.
      </Heading>
      <CookieNotice />
      <Card>
        <form
          class="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextField
            label="Seu CPF"
            hint="Vamos enviar um código ao celular da sua compra. Você não precisa de senha."
            field={field}
            name="cpf"
            inputmode="numeric"
            autocomplete="off"
            mask={cpfMask}
            value={cpf}
            problem={wrong}
            onInput={text => {
              setCpf(text)
              if (wrong !== undefined && parseCpf(text) !== undefined) setWrong(undefined)
            }}
          />
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button type="submit" busy={busy}>
            Receber código
          </Button>
        </form>
      </Card>
      <p class="soft small">
        Usamos seu CPF só para encontrar suas compras. Ninguém fica sabendo por aqui se você é nosso cliente.
      </p>
    </>
  )
}
