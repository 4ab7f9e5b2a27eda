/** What a first purchase needs, in the order in which `doctor` prints it. */
export const TOPICS = [
  'settings',
  'secrets',
  'address',
  'proxies',
  'pages',
  'folders',
  'disk',
  'database',
  'clock',
  'chains',
  'account',
  'retailer',
  'policy',
  'key',
  'bureau',
  'analysis',
  'desk',
  'messages',
  'pix',
  'payouts',
  'files',
  'scanner',
  'lender',
  'metrics',
  'retention',
] as const
export type Topic = (typeof TOPICS)[number]

/** `unknown`: something before it must be fixed first. */
type Verdict = 'ok' | 'warning' | 'missing' | 'unknown'

/** One line of `doctor`. The same findings stop a start, or are logged by it. */
export interface Finding {
  readonly topic: Topic
  readonly verdict: Verdict
  /** What was found; or what is missing, and what does not work without it. */
  readonly text: string
  /** The command or setting that fixes it. */
  readonly fix?: string
  /** Production does not start with it. */
  readonly refusesStart?: true
}

export const ok = (topic: Topic, text: string): Finding => ({ topic, verdict: 'ok', text })

export const warn = (topic: Topic, text: string, fix: string): Finding => ({
  topic,
  verdict: 'warning',
  text,
  fix,
})

export const missing = (topic: Topic, text: string, fix: string): Finding => ({
  topic,
  verdict: 'missing',
  text,
  fix,
})

export const unknown = (topic: Topic, text: string): Finding => ({ topic, verdict: 'unknown', text })

/** Stops the start. */
export const refuse = (topic: Topic, text: string, fix?: string): Finding => ({
  topic,
  verdict: 'missing',
  text,
  ...(fix !== undefined && { fix }),
  refusesStart: true,
})

export const presentSentence = ({ text, fix }: Finding): string =>
  fix === undefined ? text : `${text}: ${fix}`

const WIDEST_TOPIC = Math.max(...TOPICS.map(topic => topic.length))
const WIDEST_VERDICT = 'warning'.length

/** One line each, in the order of the topics, and a last line that says whether a purchase can be made. */
export function presentFindings(findings: readonly Finding[]): string {
  const sorted = findings.toSorted((one, other) => TOPICS.indexOf(one.topic) - TOPICS.indexOf(other.topic))
  const lines = sorted.map(finding =>
    [
      finding.verdict.padEnd(WIDEST_VERDICT),
      finding.topic.padEnd(WIDEST_TOPIC),
      presentSentence(finding),
    ].join('  '),
  )
  const count = (verdict: Verdict): number => findings.filter(each => each.verdict === verdict).length
  const figures = `${count('missing')} missing, ${count('unknown')} unknown, ${count('warning')} warnings`
  const sentence = isHealthy(findings) ? 'a purchase can be made' : 'a purchase cannot be made yet'
  return [...lines, '', `${figures}: ${sentence}`].join('\n')
}

export function isHealthy(findings: readonly Finding[]): boolean {
  return findings.every(({ verdict }) => verdict === 'ok' || verdict === 'warning')
}
