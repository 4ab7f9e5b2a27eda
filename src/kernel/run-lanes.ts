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
