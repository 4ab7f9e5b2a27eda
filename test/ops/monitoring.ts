import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './known-variables.ts'

export interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

export const RULES_FILE = join(ROOT, 'ops', 'prometheus', 'rules.yml')
const DASHBOARDS = join(ROOT, 'ops', 'grafana')

export function listRules(): Rule[] {
  const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export interface Query {
  readonly place: string
  readonly expr: string
}

interface Dashboard {
  readonly uid: string
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

export function listDashboards(): Dashboard[] {
  return readdirSync(DASHBOARDS).map(
    name => JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8')) as Dashboard,
  )
}

/** The interval is chosen by Grafana. */
export function listDashboardQueries(): Query[] {
  return listDashboards().flatMap(({ uid, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        place: `${uid}: ${title}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
    ),
  )
}

const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset'])

/** Names of metrics in a query: what is neither a function, a word of the language, nor a label. */
export function listMetricNames(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter(name => !WORDS.has(name) && !/^e\d+$/.test(name))
}
