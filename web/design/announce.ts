const LIVE_ID = 'live'
const PAUSE_MS = 50

/** Announces a sentence to screen readers. The page must contain a LiveRegion. */
export function announce(sentence: string): void {
  const region = document.getElementById(LIVE_ID)
  if (region === null) return
  // Emptied first: a screen reader repeats a sentence only if the region was empty in between.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = sentence
  }, PAUSE_MS)
}

export const liveRegion = { id: LIVE_ID, class: 'unseen', role: 'status', 'aria-live': 'polite' } as const
