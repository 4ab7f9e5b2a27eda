import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { writeReais } from '../csv.ts'
import { VENC_CODES } from './domains.ts'
import type { ScrSettings } from './settings.ts'
import type { Venc } from './venc.ts'

/* Pieces of document 3040. The order of attributes is that of the layout, the order of children is checked there. */

type Attributes = Readonly<Record<string, string | number | undefined>>

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function open(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return `<${name}${written.join('')}`
}

const empty = (name: string, attributes: Attributes): string => `${open(name, attributes)}/>`

const composeVenc = (venc: Venc): string =>
  empty(
    'Venc',
    Object.fromEntries(
      VENC_CODES.flatMap(code => {
        const value = venc.get(code)
        return value === undefined || value === 0 ? [] : [[code, writeReais(value)]]
      }),
    ),
  )

export function composeHeader(header: {
  readonly month: string
  readonly cnpj: string
  readonly shipment: number
  readonly clientCount: number
  readonly settings: ScrSettings
}): string {
  const { month, cnpj, shipment, clientCount, settings } = header
  const { responsible } = settings
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open('Doc3040', {
    DtBase: month,
    CNPJ: cnpj.slice(0, 8),
    Remessa: shipment,
    Parte: 1,
    TpArq: 'F',
    NomeResp: responsible.name,
    EmailResp: responsible.email,
    TelResp: responsible.phone,
    TotalCli: clientCount,
    MetodApPE: settings.lossMethod,
    MetodDifTJE: settings.differentiatedRate,
  })}>\n`
}

export const FOOTER = '</Doc3040>\n'

export interface ScrOperation {
  readonly ipoc: string
  readonly contract: string
  readonly postalCode: string
  /** In percent. */
  readonly effectiveRatePA: number
  readonly startedOn: CalendarDate
  readonly principalCentavos: Centavos
  readonly lastDueDate: CalendarDate
  readonly provisionCentavos: Centavos
  readonly daysLate: number
  readonly features: readonly string[]
  readonly next: { readonly dueDate: CalendarDate; readonly amountCentavos: Centavos } | undefined
  readonly installments: number
  readonly venc: Venc
  readonly isWrittenOff: boolean
  readonly stage: 1 | 2 | 3
  /** Since when it is in its stage. */
  readonly stagedOn: CalendarDate
  readonly grossCentavos: Centavos
  readonly incomeCentavos: Centavos
  readonly lossCentavos: Centavos
}

export function composeClient(
  client: {
    readonly cpf: string
    readonly since: CalendarDate
    readonly operations: readonly ScrOperation[]
  },
  settings: ScrSettings,
): string {
  const { cpf, since, operations } = client
  const attributes = {
    Tp: 1,
    Cd: cpf,
    Autorzc: settings.authorization,
    PorteCli: settings.incomeBand,
    IniRelactCli: since,
    FatAnual: writeReais(0),
  }
  const written = operations.map(operation => composeOperation(operation, settings))
  return `${open('Cli', attributes)}>\n${written.join('')}</Cli>\n`
}

function composeOperation(operation: ScrOperation, settings: ScrSettings): string {
  const { daysLate, isWrittenOff, next, features, stage } = operation
  const attributes = {
    IPOC: operation.ipoc,
    Contrt: operation.contract,
    Mod: settings.modality,
    OrigemRec: settings.fundsOrigin,
    Indx: settings.indexer,
    PercIndx: Number(settings.indexerPercentage).toFixed(7),
    VarCamb: 790,
    CEP: operation.postalCode,
    TaxEft: operation.effectiveRatePA.toFixed(7),
    DtContr: operation.startedOn,
    VlrContr: writeReais(operation.principalCentavos),
    NatuOp: '01',
    DtVencOp: operation.lastDueDate,
    ProvConsttd: writeReais(operation.provisionCentavos),
    DiaAtraso: daysLate > 0 || isWrittenOff ? daysLate : undefined,
    CaracEspecial: features.length === 0 ? undefined : features.join(settings.featureSeparator),
    DtaProxParcela: next?.dueDate,
    VlrProxParcela: next && writeReais(next.amountCentavos),
    QtdParcelas: operation.installments,
  }
  const accounting = {
    ClasAtFin: 1,
    EstInstFin: stage,
    VlrContBr: writeReais(operation.grossCentavos),
    VlrPerdaAcum: writeReais(operation.provisionCentavos + operation.lossCentavos),
    TJE: operation.effectiveRatePA.toFixed(7),
    RendMes: writeReais(operation.incomeCentavos),
    CartProvMin: 'C5',
    TratRisc: settings.riskTreatment,
  }
  const stageElement = empty('Estagio', {
    Motivo: settings.stageReasons[`${stage}`],
    DtAlocacao: operation.stagedOn,
  })
  const loss = isWrittenOff ? empty('Perda', { MotPerda: settings.lossReason }) : ''
  return (
    `${open('Op', attributes)}>${composeVenc(operation.venc)}` +
    `${open('ContInstFinRes4966', accounting)}>${stageElement}${loss}</ContInstFinRes4966></Op>\n`
  )
}

/** Operations of clients who are not named, by everything that they have in common. */
export interface ScrAggregate {
  readonly valueBand: string
  readonly location: string
  readonly performance: string
  readonly features: readonly string[]
  readonly provisionCentavos: Centavos
  readonly operations: number
  readonly clients: number
  readonly venc: Venc
}

export function composeAggregate(aggregate: ScrAggregate, settings: ScrSettings): string {
  const { features } = aggregate
  const attributes = {
    NatuOp: '01',
    Mod: settings.modality,
    OrigemRec: settings.fundsOrigin,
    VincME: 'N',
    FaixaVlr: aggregate.valueBand,
    Localiz: aggregate.location,
    TpCli: 1,
    DesempOp: aggregate.performance,
    CaracEspecial: features.length === 0 ? undefined : features.join(settings.featureSeparator),
    ProvConsttd: writeReais(aggregate.provisionCentavos),
    QtdOp: aggregate.operations,
    QtdCli: aggregate.clients,
  }
  return `${open('Agreg', attributes)}>${composeVenc(aggregate.venc)}</Agreg>\n`
}
