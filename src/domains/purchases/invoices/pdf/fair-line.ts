/** One task at a time; senders that wait are served in turn, so that many files of one do not hold up another. */
export interface FairLine {
  run<Result>(sender: string, task: () => Promise<Result>): Promise<Result> | 'full'
}

type Start = () => Promise<unknown>

export function createFairLine(mostWaiting: number, mostPerSender: number): FairLine {
  /** The sender whose turn is next first. */
  const waiting = new Map<string, Start[]>()
  let count = 0
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    for (let start = takeNext(); start !== undefined; start = takeNext()) await start()
    isBusy = false
  }

  function takeNext(): Start | undefined {
    const [next] = waiting
    if (next === undefined) return undefined
    const [sender, starts] = next
    const start = starts.shift()
    waiting.delete(sender)
    if (starts.length > 0) waiting.set(sender, starts)
    count -= 1
    return start
  }

  return {
    run<Result>(sender: string, task: () => Promise<Result>) {
      const starts = waiting.get(sender) ?? []
      if (count >= mostWaiting || starts.length >= mostPerSender) return 'full'
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      starts.push(() => task().then(resolve, reject))
      waiting.set(sender, starts)
      count += 1
      if (!isBusy) void drain()
      return promise
    },
  }
}
