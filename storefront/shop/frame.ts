import { guard } from '../element/natives.ts'

const frame = window.requestAnimationFrame.bind(window)

/** However often it is called, the act is done once, in the next frame. */
export function onceInFrame(act: () => void): () => void {
  let isWaiting = false
  return guard(() => {
    if (isWaiting) return
    isWaiting = true
    frame(() => {
      isWaiting = false
      act()
    })
  })
}
