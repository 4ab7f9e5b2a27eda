/** Works on the items with several lanes, each of them taking the next item. Stops taking more when `isOver` says so. */
export async function runLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: Math.min(lanes, items.length) }, async () => {
      for (const item of left) {
        if (isOver()) return
        await work(item)
      }
    }),
  )
}

const PSP_LANES = 8

/**
 * Asks the PSP about everything that is due, page by page; `prepare` reads once what a page needs, and `ask` is false
 * when the PSP could not be asked. After some failures the PSP is not called until the next run. Returns how many were
 * asked about.
 */
export async function askPages<Item>(
  pageSize: number,
  listDue: (limit: number) => Promise<readonly Item[]>,
  prepare: (page: readonly Item[]) => Promise<(item: Item) => Promise<boolean>>,
): Promise<number> {
  let asked = 0
  let failures = 0
  for (;;) {
    const page = await listDue(pageSize)
    if (page.length === 0) return asked
    const ask = await prepare(page)
    const work = async (item: Item): Promise<void> => {
      if (await ask(item)) asked += 1
      else failures += 1
    }
    await runLanes(page, PSP_LANES, work, () => failures >= PSP_LANES)
    if (page.length < pageSize || failures > 0) return asked
  }
}
