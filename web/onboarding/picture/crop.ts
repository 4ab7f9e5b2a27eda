export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Around the frame, of its width and height: hands are not still, and an edge that is cut off is asked for again. */
const MARGIN = 0.1

/**
 * The part of a video inside the frame, in pixels of the video. `view` is where the video stands on the screen, which it
 * fills and overlaps (`object-fit: cover`), and `frame` where the frame does.
 */
export function computeCrop(
  video: { readonly width: number; readonly height: number },
  view: Box,
  frame: Box,
): Box {
  const scale = Math.max(view.width / video.width, view.height / video.height)
  const hiddenLeft = (video.width * scale - view.width) / 2
  const hiddenTop = (video.height * scale - view.height) / 2
  const left = frame.left - view.left + hiddenLeft - frame.width * MARGIN
  const top = frame.top - view.top + hiddenTop - frame.height * MARGIN
  const start = { left: Math.max(0, left / scale), top: Math.max(0, top / scale) }
  const end = {
    left: Math.min(video.width, (left + frame.width * (1 + 2 * MARGIN)) / scale),
    top: Math.min(video.height, (top + frame.height * (1 + 2 * MARGIN)) / scale),
  }
  return { ...start, width: end.left - start.left, height: end.top - start.top }
}
