import type { Field, Fields, OperationSurface, Surface } from './surface.ts'

export interface Change {
  /** A program that worked before may not work after it. */
  readonly isBreaking: boolean
  /** `POST /options`, or the type of an event. */
  readonly place: string
  readonly text: string
}

/** Who gives the value: a new requirement breaks those who write, a new value those who read. */
type Side = 'written' | 'read'

/** Values that may appear at any time, because everybody was told to ignore those that they do not know. */
const OPEN_VALUES: ReadonlySet<string> = new Set(['data[].type', 'type', 'events[]', 'data[].events[]'])

/** Everything that differs from an earlier interface to a later one, in the order of the later one. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  return [
    ...compareOperations(before.operations, after.operations),
    ...compareWebhooks(before.webhooks, after.webhooks),
    ...compareFields('errors', 'answer', before.error, after.error, 'read'),
  ]
}

function compareOperations(before: Surface['operations'], after: Surface['operations']): Change[] {
  const added = Object.entries(after).flatMap(([place, later]) => {
    const earlier = before[place]
    return earlier === undefined
      ? [{ isBreaking: false, place, text: 'new' }]
      : compareOperation(place, earlier, later)
  })
  const removed = Object.keys(before).filter(place => after[place] === undefined)
  return [...added, ...removed.map(place => ({ isBreaking: true, place, text: 'removed' }))]
}

function compareOperation(place: string, before: OperationSurface, after: OperationSurface): Change[] {
  const isAnnounced = after.isDeprecated === true && before.isDeprecated !== true
  return [
    ...(isAnnounced ? [{ isBreaking: false, place, text: 'deprecated' }] : []),
    ...compareFields(place, 'parameter', before.parameters, after.parameters, 'written'),
    ...compareFields(place, 'request', before.request, after.request, 'written'),
    ...compareFields(place, 'answer', before.answer, after.answer, 'read'),
    ...after.refusals
      .filter(status => !before.refusals.includes(status))
      .map(status => ({ isBreaking: false, place, text: `may be refused with ${status}` })),
  ]
}

function compareWebhooks(before: Surface['webhooks'], after: Surface['webhooks']): Change[] {
  const added = Object.entries(after).flatMap(([type, later]) => {
    const earlier = before[type]
    return earlier === undefined
      ? [{ isBreaking: false, place: type, text: 'new event' }]
      : compareFields(type, 'event', earlier, later, 'read')
  })
  const removed = Object.keys(before).filter(type => after[type] === undefined)
  return [...added, ...removed.map(place => ({ isBreaking: true, place, text: 'event removed' }))]
}

function compareFields(place: string, part: string, before: Fields, after: Fields, side: Side): Change[] {
  const describe = (isBreaking: boolean, path: string, text: string): Change => ({
    isBreaking,
    place,
    text: path === '' ? `${part}: ${text}` : `${part} \`${path}\`: ${text}`,
  })
  const added = Object.entries(after).flatMap(([path, later]) => {
    const earlier = before[path]
    if (earlier !== undefined)
      return compareField(path, earlier, later, side).map(([isBreaking, text]) =>
        describe(isBreaking, path, text),
      )
    const isDemanded = side === 'written' && later.isRequired === true && isWithinKnown(path, before)
    return [describe(isDemanded, path, isDemanded ? 'new and required' : 'new')]
  })
  const removed = Object.keys(before).filter(path => after[path] === undefined)
  return [...added, ...removed.map(path => describe(true, path, 'removed'))]
}

/** A required member of a new optional object demands nothing of those who do not send the object. */
function isWithinKnown(path: string, before: Fields): boolean {
  const parent = path.replace(/(?:\.?[^.[\]]+|\[\])$/, '')
  return parent === '' || before[parent] !== undefined
}

type Finding = readonly [isBreaking: boolean, text: string]

function compareField(path: string, before: Field, after: Field, side: Side): Finding[] {
  if (before.type !== after.type) return [compareTypes(before.type, after.type, side)]
  return [
    ...compareNeed(before, after, side),
    ...compareValues(path, before.values, after.values, side),
    ...(side === 'written' ? compareLimits(before.limits ?? {}, after.limits ?? {}) : []),
  ]
}

/** Who writes may be allowed more types, who reads may be given fewer. */
function compareTypes(before: string, after: string, side: Side): Finding {
  const text = `${before} became ${after}`
  const [one, other] = [before, after].map(each => new Set(each.split(' or ')))
  const isSafe =
    side === 'written' ? one?.isSubsetOf(other ?? new Set()) : other?.isSubsetOf(one ?? new Set())
  return [isSafe !== true, text]
}

function compareNeed(before: Field, after: Field, side: Side): Finding[] {
  if (before.isRequired === after.isRequired) return []
  if (after.isRequired === true)
    return [[side === 'written', side === 'written' ? 'now required' : 'now always there']]
  return [[side === 'read', side === 'written' ? 'now optional' : 'not always there any more']]
}

function compareValues(
  path: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  side: Side,
): Finding[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined) return [[side === 'written', `now only ${after?.join(', ')}`]]
  if (after === undefined) return [[side === 'read', 'now any value']]
  const added = after.filter(value => !before.includes(value))
  const removed = before.filter(value => !after.includes(value))
  const isOpen = side === 'read' && OPEN_VALUES.has(path)
  return [
    ...(added.length === 0
      ? []
      : [[side === 'read' && !isOpen, `new value ${added.join(', ')}`] satisfies Finding]),
    ...(removed.length === 0
      ? []
      : [[side === 'written', `without the value ${removed.join(', ')}`] satisfies Finding]),
  ]
}

/** Only of what is written: limits on an answer are descriptions. */
function compareLimits(before: NonNullable<Field['limits']>, after: NonNullable<Field['limits']>): Finding[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): Finding[] => {
    const [one, other] = [before[name], after[name]]
    if (one === other) return []
    if (other === undefined) return [[false, `without ${name}`]]
    const isWider =
      typeof one === 'number' &&
      typeof other === 'number' &&
      (name.startsWith('max') ? other > one : other < one)
    return [[!isWider, one === undefined ? `now with ${name} ${other}` : `${name} ${one} became ${other}`]]
  })
}
