/**
 * Processes what is due, page by page. A failing item must not block the others: it is reported at the end and retried
 * in the next run.
 */
export async function drain(
  listIds: (limit: number) => Promise<readonly string[]>,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (;;) {
    const ids = await listIds(PAGE)
    for (const id of ids) {
      try {
        if (await work(id)) done += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${ids.length} failed`)
    if (ids.length < PAGE) return done
  }
}

const PAGE = 100
