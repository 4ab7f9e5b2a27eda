import type { Topic } from './finding.ts'

/** By how the names of variables begin; the first that fits. */
const TOPIC_OF_PREFIX: Readonly<Record<string, Topic>> = {
  ENCRYPTION_KEY: 'secrets',
  METRICS_TOKEN: 'metrics',
  OTEL_: 'metrics',
  PUBLIC_URL: 'address',
  TRUSTED_PROXIES: 'proxies',
  DATABASE_: 'database',
  FILES_: 'files',
  BUREAU_: 'bureau',
  ANALYSIS_: 'analysis',
  MESSAGES_: 'messages',
  SMTP_: 'messages',
  SCANNER_: 'scanner',
  PIX_: 'pix',
  PAYOUT_: 'payouts',
  TREASURY_: 'payouts',
  INSURER_: 'payouts',
  LENDER_: 'lender',
  RETENTION_YEARS: 'retention',
}

/** A sentence about a setting begins with its name. */
export function findTopicOf(problem: string): Topic {
  const prefix = Object.keys(TOPIC_OF_PREFIX).find(each => problem.startsWith(each))
  return (prefix && TOPIC_OF_PREFIX[prefix]) || 'settings'
}
