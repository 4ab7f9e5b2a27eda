import { type Box, computeCrop } from './crop.ts'

/** Enough for people and programs to read a document, and small enough for a slow connection. */
const LONGEST_SIDE_PIXELS = 1_800
const JPEG_QUALITY = 0.82

/** A JPEG without metadata; rejects when the browser cannot decode the picture. */
export async function shrinkPicture(source: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(source)
  try {
    return await drawPicture(bitmap, { left: 0, top: 0, width: bitmap.width, height: bitmap.height })
  } finally {
    bitmap.close()
  }
}

/** With a frame, only what is inside it and a margin: less of the room, and the document larger. */
export async function takePicture(video: HTMLVideoElement, frame?: Element | null): Promise<Blob> {
  const size = { width: video.videoWidth, height: video.videoHeight }
  const part = frame
    ? computeCrop(size, video.getBoundingClientRect(), frame.getBoundingClientRect())
    : { left: 0, top: 0, ...size }
  return drawPicture(video, part)
}

async function drawPicture(source: CanvasImageSource, part: Box): Promise<Blob> {
  const { left, top, width, height } = part
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw')
  // Transparent parts of a PNG would otherwise become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob === null ? reject(new Error('this browser cannot write JPEG')) : resolve(blob)),
      'image/jpeg',
      JPEG_QUALITY,
    )
  })
}
