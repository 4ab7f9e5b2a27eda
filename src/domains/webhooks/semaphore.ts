/** Runs at most `limit` tasks at once; the others wait in order of arrival. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running < limit) running += 1
    // A finished task hands its slot to the next one.
    else await new Promise<void>(enter => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
