import { guard, Visibility } from './natives.ts'

/** Calls back once the element is about to be seen. */
export function whenNear(element: Element, act: () => void): () => void {
  return watch(element, '300px', entry => entry.isIntersecting, act)
}

/** Calls back once the element lies below what is seen: closing its place moves nothing that anybody looks at. */
export function releaseWhenUnseen(element: Element, act: () => void): () => void {
  const isBelow = ({ boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean =>
    rootBounds !== null && boundingClientRect.top >= rootBounds.bottom
  return watch(element, '0px', isBelow, act)
}

function watch(
  element: Element,
  rootMargin: string,
  isReached: (entry: IntersectionObserverEntry) => boolean,
  act: () => void,
): () => void {
  const observer = new Visibility(
    guard((entries: readonly IntersectionObserverEntry[]) => {
      const last = entries[entries.length - 1]
      if (last === undefined || !isReached(last)) return
      observer.disconnect()
      act()
    }),
    { rootMargin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
