import { InputError } from '../../kernel/faults.ts'
import type { AccountKind } from '../ledger/index.ts'

/** An account of the Central Bank's chart (COSIF) for one kind of account of the ledger. */
export interface CosifAccount {
  readonly code: string
  readonly name: string
}

/** Whose base a revenue belongs to. */
export type TaxBase = 'PIS/COFINS' | 'ISS'

/**
 * The accounts of credit without collateral below 1.6.2.10.01 are those of IN BCB 426/2023 and 493/2024. All others are
 * groups: a lender's accountant knows the account below them, and loads it with `books cosif`.
 */
export const COSIF: Readonly<Record<AccountKind, CosifAccount>> = {
  bank: { code: '1.1.2', name: 'Depósitos bancários' },
  clearing: { code: '1.8', name: 'Cobrança informada e ainda não creditada' },
  'unidentified-bank': { code: '4.9', name: 'Recebimentos em conta a identificar' },
  customer: { code: '1.6.2.10.01.10', name: 'Financiamentos: valor das parcelas' },
  'unearned-interest': { code: '1.6.2.10.01.10', name: 'Financiamentos: (-) juros a apropriar' },
  'deferred-fee': {
    code: '1.6.2.10.01.12',
    name: '(-) Receitas de originação a apropriar: tarifa de cadastro',
  },
  'deferred-retention': {
    code: '1.6.2.10.01.12',
    name: '(-) Receitas de originação a apropriar: retenção do lojista',
  },
  'deferred-late-charges': { code: '4.9', name: 'Encargos de atraso incluídos em acordo e não recebidos' },
  restructuring: { code: '1.6.2.10.01.15', name: 'Ajuste por renegociação com reestruturação' },
  allowance: { code: '1.6.2.10.01.40', name: '(-) Provisão para perdas esperadas' },
  'memo-written-off': { code: '3.0', name: 'Compensação: créditos baixados como prejuízo' },
  'memo-assigned': { code: '3.0', name: 'Compensação: créditos cedidos em cobrança' },
  'memo-contra': { code: '9.0', name: 'Compensação: contrapartida' },
  retailer: { code: '4.9', name: 'Repasses a lojistas' },
  clawback: { code: '1.8', name: 'Devoluções a receber de lojistas' },
  'in-transit': { code: '4.9', name: 'Ordens de pagamento enviadas e não confirmadas' },
  'commission-payable': { code: '4.9', name: 'Comissões a pagar' },
  'premium-payable': { code: '4.9', name: 'Prêmios de seguro a repassar' },
  'insurer-receivable': { code: '1.8', name: 'Valores a receber da seguradora' },
  'fund-payable': { code: '4.9', name: 'Cobrança de créditos cedidos a repassar' },
  'fund-receivable': { code: '1.8', name: 'Cessões de crédito a receber' },
  'iof-payable': { code: '4.9.1', name: 'IOF a recolher' },
  'iof-recoverable': { code: '1.8', name: 'IOF a recuperar' },
  suspense: { code: '4.9', name: 'Recebimentos em análise' },
  'refunds-due': { code: '4.9', name: 'Devoluções a clientes' },
  'interest-income': { code: '7.1', name: 'Rendas de financiamentos' },
  'fee-income': { code: '7.1', name: 'Rendas de tarifas de cadastro' },
  'retention-income': { code: '7.1', name: 'Rendas de retenção de lojistas' },
  'late-fine': { code: '7.1', name: 'Multas por atraso' },
  'late-interest': { code: '7.1', name: 'Juros de mora' },
  'recovery-income': { code: '7.1', name: 'Recuperação de créditos baixados' },
  'assignment-result': { code: '7.1', name: 'Resultado na cessão de créditos' },
  'bank-tariff': { code: '8.1', name: 'Tarifas bancárias' },
  'iof-borne': { code: '8.1', name: 'IOF assumido' },
  'tax-charges': { code: '8.1', name: 'Multa e juros de tributos' },
  'provision-expense': { code: '8.1', name: 'Despesas de provisão para perdas esperadas' },
  waived: { code: '8.1', name: 'Valores dispensados' },
  'fraud-loss': { code: '8.1', name: 'Perdas com fraude' },
  'restructuring-loss': { code: '8.1', name: 'Perdas em renegociação' },
}

/**
 * Gross revenue is the base of PIS and COFINS (Law 9.718/1998, art. 3); ISS is owed on services, and the registration
 * fee is the only one here (Complementary Law 116/2003, item 15). Rates and deductions are the accountant's.
 */
export const TAX_BASES: Readonly<Partial<Record<AccountKind, readonly TaxBase[]>>> = {
  'interest-income': ['PIS/COFINS'],
  'fee-income': ['PIS/COFINS', 'ISS'],
  'retention-income': ['PIS/COFINS'],
  'late-fine': ['PIS/COFINS'],
  'late-interest': ['PIS/COFINS'],
  'recovery-income': ['PIS/COFINS'],
}

const KINDS = new Set(Object.keys(COSIF))

/** A kind of account with the lender's own account of the chart. */
export interface OwnCosif extends CosifAccount {
  readonly kind: string
}

/** Reads `kind,code,name` lines, with or without that header. Throws InputError with the line. */
export function parseCosif(text: string): OwnCosif[] {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && line !== 'kind,code,name')
  const seen = new Set<string>()
  return lines.map(({ line, number }) => {
    const [, kind = '', code = '', name = ''] = /^([^,]*),([^,]*),(.*)$/.exec(line) ?? []
    const refuse = (problem: string): never => {
      throw new InputError(`line ${number}: ${problem}`)
    }
    if (!KINDS.has(kind))
      refuse(`${kind === '' ? 'the kind of account is missing' : `${kind} is not a kind of account`}`)
    if (seen.has(kind)) refuse(`${kind} is named twice`)
    seen.add(kind)
    if (!/^\d+(\.\d+)*$/.test(code)) refuse(`${code} is not an account of the chart, such as 1.6.2.10.01.10`)
    const written = name.trim().replace(/^"(.*)"$/, '$1')
    if (written === '' || written.length > 120) refuse('the name must have 1 to 120 characters')
    return { kind, code, name: written }
  })
}
