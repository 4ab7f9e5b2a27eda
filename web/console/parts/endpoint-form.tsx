import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EndpointView, EndpointWithSecret } from '../../../src/contract/console-integration.ts'
import type { WebhookEventType } from '../../../src/contract/webhooks.ts'
import { Checkbox, Choices } from '../../design/choices.tsx'
import { TextField } from '../../design/field.tsx'
import type { ModalHandle } from '../../design/modal.tsx'
import { post } from '../api.ts'
import { EVENT_TYPE_WORDS, EVENT_TYPES } from '../integration-words.ts'
import { FormModal } from './form-modal.tsx'

interface EndpointFormProps {
  readonly modal: ModalHandle
  /** Absent: a new one. */
  readonly endpoint?: EndpointView
  readonly defaults: readonly WebhookEventType[]
  readonly onDone: (done: EndpointView | EndpointWithSecret) => void
}

export function EndpointForm({ modal, endpoint, defaults, onDone }: EndpointFormProps): JSX.Element {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEventType[]>(endpoint?.events ?? defaults)
  async function send(): Promise<void> {
    const path = endpoint === undefined ? '' : `/${endpoint.id}/change`
    const body = { url: url.trim(), events }
    const done = await post<EndpointView | EndpointWithSecret>(`/integration/endpoints${path}`, body)
    modal.close()
    onDone(done)
  }
  return (
    <FormModal
      modal={modal}
      title={endpoint === undefined ? 'Novo receptor' : 'Alterar o receptor'}
      confirm={endpoint === undefined ? 'Cadastrar' : 'Salvar'}
      findProblem={() =>
        url.trim() === ''
          ? 'Escreva o endereço do receptor.'
          : events.length === 0
            ? 'Escolha ao menos um evento.'
            : undefined
      }
      send={send}
    >
      <TextField
        label="Endereço"
        hint="https, como https://loja.com.br/webhooks"
        value={url}
        onInput={setUrl}
        autocapitalize="none"
        maxlength={2048}
      />
      <Choices legend="Eventos" look="rows">
        {EVENT_TYPES.map(type => (
          <Checkbox
            key={type}
            checked={events.includes(type)}
            onChange={isOn =>
              setEvents(EVENT_TYPES.filter(each => (each === type ? isOn : events.includes(each))))
            }
          >
            {EVENT_TYPE_WORDS[type]} <code class="soft small breakable">{type}</code>
          </Checkbox>
        ))}
      </Choices>
    </FormModal>
  )
}
