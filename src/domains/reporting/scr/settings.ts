import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { InputError } from '../../../kernel/faults.ts'

const strict = { additionalProperties: false } as const
const code = (pattern: string, value: string, description: string) =>
  Type.String({ pattern: `^${pattern}$`, default: value, description })

/** What no public source tells, or what only the lender knows. Each member has its default, and says why it is here. */
export const ScrSettings = Type.Object(
  {
    responsible: Type.Object(
      {
        name: Type.String({ minLength: 3, maxLength: 80 }),
        email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' }),
        phone: Type.String({ pattern: '^[0-9]{8,12}$' }),
      },
      { ...strict, description: 'Whom the Central Bank calls about the file; has no default' },
    ),
    lossMethod: code(
      '[CS]',
      'S',
      'MetodApPE: C complete, S simplified; provisions here follow the simplified one',
    ),
    differentiatedRate: code(
      '[SN]',
      'S',
      'MetodDifTJE: fee and retention are earned in proportion to interest',
    ),
    modality: code('[0-9]{4}', '0402', 'Mod: 0402 is the purchase of goods; a lender of services uses 0499'),
    fundsOrigin: code('[0-9]{4}', '0101', 'OrigemRec: own free funds'),
    indexer: code('[0-9]{2}', '11', 'Indx: fixed rate; newer editions list other codes too'),
    indexerPercentage: code(
      '[0-9]+(\\.[0-9]{1,7})?',
      '0',
      'PercIndx: no source says what a fixed rate writes',
    ),
    authorization: code(
      '[SN]',
      'N',
      'Autorzc: N is the default of the layout; S where consultation was authorized',
    ),
    incomeBand: code(
      '[0-8]',
      '0',
      'PorteCli: 0 is unknown; the program does not ask customers for their income',
    ),
    stageReasons: Type.Object(
      {
        '1': code('10[1-3]', '101', 'Stage 1'),
        '2': code('20[12]', '201', 'Stage 2'),
        '3': code('3(0[1-9]|1[01])', '301', 'Stage 3'),
      },
      { ...strict, default: {}, description: 'Estagio Motivo: the codes are known, their meanings are not' },
    ),
    lossReason: code('0[1-3]', '01', 'Perda MotPerda: the codes are known, their meanings are not'),
    riskTreatment: Type.Optional(
      Type.String({ description: 'TratRisc: left out unless set, because its codes are not known' }),
    ),
    retailOperation: Type.Boolean({
      default: true,
      description: 'CaracEspecial 13: the operation belongs to the retail portfolio',
    }),
    featureSeparator: code('[;,]', ';', 'CaracEspecial: what stands between several codes'),
  },
  strict,
)
export type ScrSettings = Static<typeof ScrSettings>

const validator = Compile(ScrSettings)

/** Fills in defaults. Throws InputError with the member. */
export function parseScrSettings(text: string): ScrSettings {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch (error) {
    throw new InputError('the settings are not JSON', { cause: error })
  }
  const settings = validator.Default(written)
  const [problem] = validator.Errors(settings)
  if (problem !== undefined)
    throw new InputError(`the settings: ${problem.instancePath || '/'} ${problem.message}`)
  return settings as ScrSettings
}

/** The settings with their defaults, and what each is for. */
export function describeScrSettings(): string {
  const members = Object.entries(ScrSettings.properties).map(([name, schema]) => {
    const { default: value, description } = schema as { default?: unknown; description?: string }
    return `${name}${value === undefined ? '' : ` (${JSON.stringify(value)})`}: ${description ?? ''}`
  })
  return members.join('\n')
}
