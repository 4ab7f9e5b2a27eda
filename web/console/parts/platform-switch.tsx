import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PlatformAccount, PlatformCredentials } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { useModal } from '../../design/modal.tsx'
import { StaffProblem } from '../../shell/api.ts'
import { post } from '../api.ts'
import type { PlatformGuide } from '../platforms.ts'
import { FormModal } from './form-modal.tsx'

const SERVED_WORDS = {
  first: 'Ligar o conector',
  again: 'Ligar de novo',
  confirm: 'Ligar',
  about: 'Uma chave secreta é criada para ele e aparece em Chaves.',
  aboutOld: 'As credenciais de antes deixam de valer.',
  aboutOff: 'A loja deixa de oferecer o Crediário nesta plataforma. Compras que existem continuam.',
}

const INSTALLED_WORDS: typeof SERVED_WORDS = {
  first: 'Criar a chave',
  again: 'Criar outra chave',
  confirm: 'Criar',
  about: 'A chave secreta aparece uma vez, e depois só o começo e o fim dela, em Chaves.',
  aboutOld: 'A chave de antes vale por mais 24 horas.',
  aboutOff:
    'A chave é revogada: a loja deixa de vender, cancelar e devolver pelo conector. Para só parar de vender, desative o método na plataforma.',
}

interface PlatformSwitchProps {
  readonly guide: PlatformGuide
  readonly path: string
  readonly account: PlatformAccount | undefined
  readonly onDone: (made: PlatformCredentials) => void
  readonly onOff: () => void
}

export function PlatformSwitch({ guide, path, account, onDone, onOff }: PlatformSwitchProps): JSX.Element {
  const [on, off] = [useModal(), useModal()]
  const [name, setName] = useState(account?.account ?? '')
  const [refused, setRefused] = useState<string>()
  const words = guide.shop === undefined ? SERVED_WORDS : INSTALLED_WORDS
  async function enable(): Promise<void> {
    setRefused(undefined)
    const account = name.trim()
    try {
      const made = await post<PlatformCredentials>(`${path}/enable`, { account })
      on.close()
      onDone(made)
    } catch (error) {
      if (!(error instanceof StaffProblem) || error.code !== 'invalid_parameters') throw error
      setRefused(account)
    }
  }
  async function disable(): Promise<void> {
    await post(`${path}/disable`)
    off.close()
    onOff()
  }
  return (
    <>
      <div class="row">
        <Button wide={false} kind={account?.isEnabled ? 'quiet' : 'primary'} onPress={on.open}>
          {account === undefined ? words.first : words.again}
        </Button>
        {account?.isEnabled && (
          <Button wide={false} kind="danger" onPress={off.open}>
            Desligar
          </Button>
        )}
      </div>
      <FormModal
        modal={on}
        title={words.first}
        confirm={words.confirm}
        findProblem={() =>
          guide.accountForm.test(name.trim()) ? undefined : `Confira: ${guide.accountHint}.`
        }
        send={enable}
      >
        <TextField
          label={guide.accountLabel}
          hint={guide.accountHint}
          value={name}
          onInput={setName}
          autocapitalize="none"
          maxlength={255}
        />
        {refused !== undefined && refused === name.trim() && (
          <Alert tone="bad">Este não serve, ou outra loja já o usa. Confira com a plataforma.</Alert>
        )}
        <p class="soft small">
          {words.about}
          {guide.shop?.isShopfront && ' A origem deste endereço é permitida.'}
          {account && ` ${words.aboutOld}`}
        </p>
      </FormModal>
      <FormModal modal={off} title="Desligar o conector?" confirm="Desligar" isDanger send={disable}>
        <p>{words.aboutOff}</p>
      </FormModal>
    </>
  )
}
