import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { deriveAccent } from '../../../src/brand/accent.ts'
import { parseColour } from '../../../src/brand/colour.ts'
import type { ConsoleBrand } from '../../../src/contract/console-selling.ts'
import {
  EXAMPLE_ACCENT,
  MAX_LOGO_BYTES,
  MAX_LOGO_HEIGHT,
  MAX_LOGO_WIDTH,
} from '../../../src/contract/theme.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useAction } from '../../design/use-action.ts'
import { StaffProblem } from '../../shell/api.ts'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { ColourReport } from '../parts/brand-colour.tsx'
import { BrandPreviews } from '../parts/brand-previews.tsx'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'marca',
  action: 'brand.read',
  List: Brand,
  tab: { name: 'Marca', icon: 'brush', order: 6 },
}

function Brand(): JSX.Element {
  const loaded = useLoad<ConsoleBrand>('brand', () => get('/brand'))
  const [changed, setChanged] = useState<ConsoleBrand>()
  const brand = changed ?? loaded.data
  return (
    <div class="stack">
      <Heading title="Marca" />
      <p class="soft">
        A cor e o logo da loja nas páginas dos seus clientes. O crédito continua sendo de quem financia, e o
        rodapé diz isso.
      </p>
      {loaded.problem && <Alert tone="bad">{loaded.problem}</Alert>}
      {brand === undefined ? !loaded.problem && <Skeleton /> : <Editor brand={brand} onChange={setChanged} />}
    </div>
  )
}

interface EditorProps {
  readonly brand: ConsoleBrand
  onChange(brand: ConsoleBrand): void
}

function Editor({ brand, onChange }: EditorProps): JSX.Element {
  const [text, setText] = useState(brand.colour ?? '')
  const typed = parseColour(text.trim())
  // What is typed is shown at once; only the button keeps it.
  const theme = { ...brand.theme, accent: typed === undefined ? undefined : deriveAccent(typed) }
  const shown = {
    ...(theme.accent && { accent: theme.accent }),
    ...(theme.logo && { logo: theme.logo }),
  }
  return (
    <>
      <ColourCard brand={brand} text={text} onInput={setText} onChange={onChange} />
      <LogoCard brand={brand} onChange={onChange} />
      <Card title="Como fica">
        <BrandPreviews shopName={brand.shopName} theme={shown} />
      </Card>
    </>
  )
}

function ColourCard(props: EditorProps & { text: string; onInput(text: string): void }): JSX.Element {
  const { brand, text, onInput, onChange } = props
  const id = useId()
  const { busy, problem, save } = useSave(onChange)
  const colour = parseColour(text.trim())
  const isSame = (colour ?? '') === (brand.colour ?? '') && (colour !== undefined || text.trim() === '')
  return (
    <Card title="Cor">
      <div class="colour-fields">
        <div class="field">
          <label for={id}>Escolher</label>
          <input
            id={id}
            class="colour-input"
            type="color"
            value={colour ?? EXAMPLE_ACCENT}
            onInput={event => onInput(event.currentTarget.value)}
          />
        </div>
        <TextField
          label="Cor, em #rrggbb"
          maxlength={7}
          autocapitalize="none"
          value={text}
          problem={
            text.trim() !== '' && colour === undefined
              ? `Escreva seis dígitos, como ${EXAMPLE_ACCENT}.`
              : undefined
          }
          onInput={onInput}
        />
      </div>
      {colour !== undefined && <ColourReport colour={colour} />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        {brand.colour !== undefined && (
          <Button
            kind="quiet"
            busy={busy}
            onPress={() => {
              onInput('')
              void save('/brand/accent', { accent: null }, 'Cor retirada.')
            }}
          >
            Voltar à cor padrão
          </Button>
        )}
        <Button
          busy={busy}
          unavailable={colour === undefined || isSame}
          onPress={() => void save('/brand/accent', { accent: colour }, 'Cor salva.')}
        >
          Salvar a cor
        </Button>
      </div>
    </Card>
  )
}

const LIMITS = `PNG, JPEG ou WebP, até ${MAX_LOGO_BYTES / 1024} KB e ${MAX_LOGO_WIDTH} × ${MAX_LOGO_HEIGHT} pixels, sem animação.`

function LogoCard({ brand, onChange }: EditorProps): JSX.Element {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { busy, problem, save, setProblem } = useSave(onChange)
  const { logo } = brand.theme
  async function choose(file: File | undefined): Promise<void> {
    if (field.current) field.current.value = ''
    if (file === undefined) return
    if (file.size > MAX_LOGO_BYTES)
      return setProblem(`O arquivo tem mais de ${MAX_LOGO_BYTES / 1024} KB. ${LIMITS}`)
    await save('/brand/logo', { logo: await readBase64(file) }, 'Logo salvo.')
  }
  return (
    <Card title="Logo">
      {logo && (
        <p>
          <img
            class="logo"
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={`Logo de ${brand.shopName}`}
          />
        </p>
      )}
      <div class="field">
        <label for={id}>{logo ? 'Trocar o logo' : 'Escolher o logo'}</label>
        <p class="soft small" id={`${id}-hint`}>
          {LIMITS} Ele fica sobre branco, também de noite.
        </p>
        <input
          id={id}
          ref={field}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={`${id}-hint`}
          onChange={event => void choose(event.currentTarget.files?.[0])}
        />
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {logo && (
        <Button
          kind="quiet"
          wide={false}
          busy={busy}
          onPress={() => void save('/brand/logo', { logo: null }, 'Logo retirado.')}
        >
          Tirar o logo
        </Button>
      )}
    </Card>
  )
}

/** Why the service refuses a file, by its sentence's beginning; people choose another one then. */
const FILE_PROBLEM = `Este arquivo não serve de logo. ${LIMITS}`

function useSave(onChange: (brand: ConsoleBrand) => void) {
  const { explain } = useConsole()
  const [problem, setProblem] = useState<string>()
  const mounted = useRef(true)
  useEffect(
    () => () => {
      mounted.current = false
    },
    [],
  )
  const { busy, run } = useAction(async (path: string, body: object, done: string) => {
    setProblem(undefined)
    try {
      const brand = await post<ConsoleBrand>(path, body)
      if (mounted.current) onChange(brand)
      announce(done)
    } catch (error) {
      const isFile =
        path.endsWith('logo') && error instanceof StaffProblem && error.code === 'invalid_parameters'
      setProblem(isFile ? FILE_PROBLEM : explain(error))
    }
  })
  return { busy, problem, save: run, setProblem }
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
}
