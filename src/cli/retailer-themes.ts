import { createReadStream } from 'node:fs'
import type { App } from '../app/app.ts'
import { type Accent, MAX_LOGO_BYTES } from '../contract/theme.ts'
import { changeTheme, findTheme, type ThemeChanges } from '../domains/retailers/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type CommandLine, getOption, getPerson } from './command.ts'

const NONE = 'none'
/** One person decides how pages look, two where money goes: the two are not changed by one line. */
const THEME_OPTIONS = ['accent', 'logo', 'retailer', 'as']

/** Undefined when neither colour nor logo is named. */
export async function readThemeChanges(line: CommandLine): Promise<ThemeChanges | undefined> {
  const { options } = line
  if (options.accent === undefined && options.logo === undefined) return undefined
  const other = Object.keys(options).find(
    name => options[name] !== undefined && !THEME_OPTIONS.includes(name),
  )
  if (other !== undefined)
    throw new InputError(`--${other} cannot be changed together with --accent and --logo: use two commands`)
  return {
    accent: options.accent === undefined ? undefined : orNone(getOption(line, 'accent')),
    logo: options.logo === undefined ? undefined : await readLogo(getOption(line, 'logo')),
  }
}

const orNone = (text: string): string | null => (text === NONE ? null : text)

async function readLogo(path: string): Promise<Buffer | null> {
  if (path === NONE) return null
  try {
    // One byte more than is allowed shows that it is too large.
    const chunks: Buffer[] = await createReadStream(path, { end: MAX_LOGO_BYTES }).toArray()
    return Buffer.concat(chunks)
  } catch {
    throw new InputError(`--logo ${path} cannot be read`)
  }
}

type Theme = Awaited<ReturnType<typeof findTheme>>

const WARNINGS = {
  bad: 'warning: this accent is near the red of errors; customers may take buttons and links for something that went wrong',
  warn: 'warning: this accent is near the amber of warnings; customers may take buttons and links for one',
} satisfies Readonly<Record<NonNullable<Theme['seems']>, string>>

export async function applyTheme(
  { database, clock }: App,
  line: CommandLine,
  retailerId: string,
  changes: ThemeChanges,
): Promise<string> {
  const author = { by: getPerson(line), at: clock.now() }
  const theme = await changeTheme(database, retailerId, changes, author)
  line.act?.tell(retailerId, {
    accent: theme.colour ?? NONE,
    logo: theme.logo === undefined ? NONE : theme.logo.url,
  })
  const lines = describe(theme).map(([name, text]) => `${name}: ${text}`)
  if (changes.accent !== undefined && theme.seems !== undefined) lines.push(WARNINGS[theme.seems])
  return [`retailer ${retailerId} is changed; the change takes effect within 5 seconds`, ...lines].join('\n')
}

export async function listTheme({ database }: App, retailerId: string): Promise<Described[]> {
  return describe(await findTheme(database, retailerId))
}

type Described = [name: string, text: string]

function describe({ colour, accent, logo }: Theme): Described[] {
  const hasAccent = colour !== undefined && accent !== undefined
  return [
    ['accent', hasAccent ? `${colour}, ${describeShades(colour, accent)}` : NONE],
    ['logo', logo === undefined ? NONE : `${logo.url}, ${logo.width} × ${logo.height} pixels`],
  ]
}

function describeShades(colour: string, { light, dark }: Accent): string {
  const shown = (shade: string, change: string): string =>
    shade === colour ? 'as it is' : `as ${shade}, ${change} to be readable`
  return `by day ${shown(light.accent, 'darker')}, by night ${shown(dark.accent, 'lighter')}`
}
