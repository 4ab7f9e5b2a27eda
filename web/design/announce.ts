const LIVE_ID = 'live'
const PAUSE_MS = 50

/** Says a sentence to people who do not see the change. The region must stand on the page: see LiveRegion. */
export function announce(sentence: string): void {
  const region = document.getElementById(LIVE_ID)
  if (region === null) return
  // Emptied first: a screen reader says the same sentence again only when it has gone in between.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = sentence
  }, PAUSE_MS)
}

export const liveRegion = { id: LIVE_ID, class: 'unseen', role: 'status', 'aria-live': 'polite' } as const
