import { listOperators } from '../../domains/operators/index.ts'
import { listPayoutAgreements } from '../../domains/payouts/cnab/store.ts'
import { findPayee } from '../../domains/retailers/index.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'
import { type Finding, missing, ok, warn } from './finding.ts'

const CREATE = 'run `npm run crediario -- operators create`'

/** Operators who decide what no rule can, and who approve as the second person. */
export async function listDeskFindings(
  { database, secrets }: App,
  { analysis, environment }: Config,
): Promise<Finding[]> {
  const operators = (await listOperators(database, secrets)).filter(
    ({ isGenuine, disabledAt, role }) => isGenuine && disabledAt === undefined && role !== 'viewer',
  )
  if (operators.length === 0) {
    if (environment === 'homologation') return [ok('desk', 'the first start creates its operators')]
    const text = 'no operator may decide at the desk'
    return [
      analysis === undefined
        ? missing('desk', `${text}, and every identification waits there`, CREATE)
        : warn('desk', text, CREATE),
    ]
  }
  const hasSecond = operators.length > 1 && operators.some(({ role }) => role === 'approver')
  if (hasSecond) return [ok('desk', `${operators.length} operators may decide`)]
  return [
    warn(
      'desk',
      'large amounts need two people, one of them an approver',
      'run `operators create --role approver`',
    ),
  ]
}

/** Retailers without an account are not paid; by files, nobody is paid without an agreement. */
export async function listPayoutFindings({
  database,
  secrets,
  retailers,
  payoutRail,
  isProduction,
}: App): Promise<Finding[]> {
  if (!isProduction) return []
  const findings: Finding[] = []
  for (const { id } of await retailers.listRetailers()) {
    const { payee } = await findPayee(database, secrets, id)
    if (payee === undefined)
      findings.push(
        warn(
          'payouts',
          `retailer ${id} has no payout account or Pix key`,
          `run \`npm run crediario -- retailers update --retailer ${id} --pix-key KEY\``,
        ),
      )
  }
  if (payoutRail === undefined && (await listPayoutAgreements(database)).length === 0)
    findings.push(
      warn(
        'payouts',
        'money leaves by files, and no account has an agreement for them',
        'run `npm run crediario -- payouts agreement`, or set PAYOUT_URL',
      ),
    )
  return findings
}
