const PAGE = 40
const AT_ONCE = 4

/**
 * Makes files of the contents of rows, page after page until the time is over; what is left waits for the next run. Stops
 * at the first failure: a storage that refuses one file refuses the others too. Returns how many.
 */
export async function fileRows<Row>(
  listPage: (limit: number) => Promise<readonly Row[]>,
  file: (row: Row) => Promise<boolean>,
  endsAt: number,
): Promise<number> {
  let filed = 0
  for (;;) {
    const page = await listPage(PAGE)
    for (let at = 0; at < page.length; at += AT_ONCE) {
      if (performance.now() >= endsAt) return filed
      const done = await Promise.all(page.slice(at, at + AT_ONCE).map(file))
      filed += done.filter(isFiled => isFiled).length
    }
    if (page.length < PAGE) return filed
  }
}
