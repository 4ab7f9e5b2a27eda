/** Collects ids and tokens from answers, so that later requests can name existing things. */
export interface KnownIds {
  learn(body: unknown): void
  /** Replaces each placeholder with an id; the same text and the same collected ids give the same result. */
  fill(text: string): string
}

const KEPT = 3_000
const OURS = /^[0-9a-f]{24}$/
const WORD = /^[!-~]+$/
/** Things whose id field is just `id`, recognised by a member that only they have. */
const BARE_ID_OF: Readonly<Record<string, string>> = {
  payNumber: 'billetId',
  events: 'endpointId',
  attempts: 'after',
}
const UNKNOWN = '0123456789abcdef01234569'
/** Enough for all options of an answer: the first ones all have no down payment. */
const MOST_PER_ANSWER = 400

export function createKnownIds(): KnownIds {
  const known = new Map<string, string[]>()

  function keep(name: string, id: string): void {
    // The search index of the documentation has sentences under the names of fields.
    if (!WORD.test(id)) return
    const ids = known.get(name) ?? []
    ids.push(id)
    if (ids.length > KEPT) ids.splice(0, ids.length - KEPT)
    known.set(name, ids)
  }

  function walk(value: unknown, budget: { left: number }): void {
    if (typeof value !== 'object' || value === null || budget.left <= 0) return
    if ('id' in value && typeof value.id === 'string' && OURS.test(value.id))
      for (const [member, name] of Object.entries(BARE_ID_OF)) if (member in value) keep(name, value.id)
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string') {
        budget.left -= note(name, member)
      } else walk(member, budget)
    }
  }

  function note(name: string, text: string): number {
    if (name === '_id') keep('optionId', text)
    else if (name === 'next') keep('after', text)
    else if (name === 'id' && OURS.test(text)) keep('id', text)
    else if (/(?:Id|invoiceFile)$/.test(name)) keep(name, text)
    else if (/(?:Link|Url)$/.test(name)) keep('token', text.split('/').at(-1) ?? '')
    else return 0
    return 1
  }

  return {
    learn: body => walk(body, { left: MOST_PER_ANSWER }),
    fill: text =>
      text.replaceAll(/@@(\w+):(\d+)@@/g, (_, name: string, number: string) => {
        const ids = known.get(name) ?? []
        return ids[Number(number) % Math.max(1, ids.length)] ?? UNKNOWN
      }),
  }
}
