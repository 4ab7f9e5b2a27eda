import type { ConsoleRole } from '../../src/contract/console.ts'

export const ROLE_WORDS = {
  OWNER: 'Proprietário',
  FINANCE: 'Financeiro',
  SALES: 'Vendas',
  VIEWER: 'Consulta',
} satisfies Readonly<Record<ConsoleRole, string>>

/** What a role may do, for whoever gives it. */
export const ROLE_HINTS = {
  OWNER: 'Pode tudo: pessoas, chaves, marca e dados da loja.',
  FINANCE: 'Vê pedidos e dinheiro, exporta, cancela e envia notas fiscais.',
  SALES: 'Cria links e cuida de pedidos, sem ver valores.',
  VIEWER: 'Só consulta, sem ver valores.',
} satisfies Readonly<Record<ConsoleRole, string>>

const timeZone = 'America/Sao_Paulo'
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone })
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone })

export const writeDay = (at: string): string => day.format(Date.parse(at))
export const writeMoment = (at: string): string => moment.format(Date.parse(at))
