import type { JSX } from 'preact'
import { states } from '../../../src/brazil/states.ts'
import type { MaskedPerson } from '../../../src/contract/hosted-page.ts'
import { SelectField, TextField } from '../../design/field.tsx'
import { cpfMask, phoneMask, postalCodeMask } from '../../design/mask.ts'
import { type Draft, findStateOf, type GivenPart, type PersonField, type PersonProblems } from '../person.ts'

interface PersonFieldsProps {
  readonly given: MaskedPerson
  /** Parts that the shop gave and that are only shown. */
  readonly kept: ReadonlySet<GivenPart>
  readonly draft: Draft
  readonly problems: PersonProblems
  onWrite(field: PersonField, text: string): void
  onFill(fields: Partial<Draft>): void
  onChange(part: GivenPart): void
}

const STATES = states.map(({ code }) => ({ value: code, label: code }))
const DIGITS = { inputmode: 'numeric' } as const

/** Who it is, and the phone that gets the code. */
export function ContactFields(props: PersonFieldsProps): JSX.Element {
  const { given, kept } = props
  const bind = bindTo(props)
  return (
    <>
      {kept.has('cpf') ? (
        <GivenLine part="cpf" label="CPF" {...props} />
      ) : (
        <TextField label="CPF" mask={cpfMask} {...DIGITS} {...bind('cpf')} />
      )}
      {kept.has('phone') ? (
        <GivenLine part="phone" label="Celular" {...props} />
      ) : (
        <TextField
          label="Celular"
          hint="Com DDD. É para ele que vai o código."
          type="tel"
          inputmode="tel"
          autocomplete="tel-national"
          mask={phoneMask}
          {...bind('phone')}
        />
      )}
      <TextField
        label="Nome completo"
        hint={given.name ? `Como no documento. A loja informou: ${given.name}` : 'Como no documento.'}
        autocomplete="name"
        autocapitalize="words"
        maxlength={120}
        {...bind('name')}
      />
      {kept.has('email') ? (
        <GivenLine part="email" label="E-mail" {...props} />
      ) : (
        <TextField
          label="E-mail"
          type="email"
          inputmode="email"
          autocomplete="email"
          autocapitalize="none"
          maxlength={254}
          {...bind('email')}
        />
      )}
    </>
  )
}

/** Where they live. */
export function PlaceFields(props: PersonFieldsProps): JSX.Element {
  const { kept, draft } = props
  const bind = bindTo(props)

  /** The postal code tells the state; the person may still correct it. */
  function writeZipCode(zipCode: string): void {
    props.onWrite('zipCode', zipCode)
    const state = findStateOf(zipCode)
    if (state !== undefined && draft.state === '') props.onFill({ zipCode, state })
  }

  return (
    <>
      {kept.has('zipCode') ? (
        <GivenLine part="zipCode" label="CEP" {...props} />
      ) : (
        <TextField
          label="CEP"
          mask={postalCodeMask}
          autocomplete="postal-code"
          {...DIGITS}
          {...bind('zipCode')}
          onInput={writeZipCode}
        />
      )}
      {kept.has('address') ? (
        <GivenLine part="address" label="Endereço" {...props} />
      ) : (
        <AddressFields bind={bind} />
      )}
    </>
  )
}

function bindTo({ draft, problems, onWrite }: PersonFieldsProps): (field: PersonField) => Bound {
  return field => ({
    name: field,
    value: draft[field],
    problem: problems[field],
    required: field !== 'addressComplement',
    onInput: text => onWrite(field, text),
  })
}

interface Bound {
  readonly name: string
  readonly value: string
  readonly problem: string | undefined
  readonly required: boolean
  onInput(text: string): void
}

function AddressFields({ bind }: { bind: (field: PersonField) => Bound }): JSX.Element {
  return (
    <>
      <TextField
        label="Rua ou avenida"
        autocomplete="address-line1"
        autocapitalize="words"
        maxlength={120}
        {...bind('addressStreet')}
      />
      <div class="fields">
        <TextField label="Número" maxlength={20} {...bind('addressNumber')} />
        <TextField
          label="Complemento"
          isOptional
          autocomplete="address-line2"
          maxlength={60}
          {...bind('addressComplement')}
        />
      </div>
      <div class="fields">
        <TextField
          label="Cidade"
          autocomplete="address-level2"
          autocapitalize="words"
          maxlength={80}
          {...bind('city')}
        />
        <SelectField label="Estado" autocomplete="address-level1" options={STATES} {...bind('state')} />
      </div>
    </>
  )
}

interface GivenLineProps extends Pick<PersonFieldsProps, 'given' | 'onChange'> {
  readonly part: GivenPart
  readonly label: string
}

/** What the shop gave, masked: left as it is it counts as confirmed, otherwise fields take its place. */
function GivenLine({ part, label, given, onChange }: GivenLineProps): JSX.Element {
  return (
    <div class="given">
      <p>
        <span class="soft small">{label}</span>
        <span class="figure">{given[part]}</span>
      </p>
      <button type="button" class="button plain" onClick={() => onChange(part)}>
        <span>
          Alterar<span class="unseen"> {label}</span>
        </span>
      </button>
    </div>
  )
}
