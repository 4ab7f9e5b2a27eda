import type { JSX } from 'preact'
import type { AuthenticatorSetup } from '../../../src/contract/console.ts'
import { CodeField } from '../../design/field.tsx'
import { Qr } from '../../design/qr.tsx'

export const CODE_DIGITS = 6

interface NewAuthenticatorProps {
  /** Undefined until it has come. */
  readonly setup: AuthenticatorSetup | undefined
  /** What the code is called, beside one of the authenticator in use. */
  readonly label?: string
  readonly code: string
  readonly onCode: (code: string) => void
}

/** What the app of an authenticator reads, and the code that it shows then. */
export function NewAuthenticator(props: NewAuthenticatorProps): JSX.Element {
  const { setup, label = 'Código do autenticador', code, onCode } = props
  return (
    <>
      {setup && (
        <>
          <p>Leia este QR code com um aplicativo autenticador, no seu celular.</p>
          <Qr qr={setup.qr} label="QR code para o aplicativo autenticador" />
          <p class="small">
            Sem câmera? Escreva esta chave no aplicativo: <code class="breakable">{setup.secret}</code>
          </p>
        </>
      )}
      <CodeField
        label={label}
        hint="Os seis dígitos que o aplicativo mostra agora."
        digits={CODE_DIGITS}
        value={code}
        onInput={onCode}
      />
    </>
  )
}
