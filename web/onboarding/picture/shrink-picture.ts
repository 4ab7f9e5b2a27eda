/** Enough for people and programs to read a document, and small enough for a slow connection. */
const LONGEST_SIDE_PIXELS = 1_800
const JPEG_QUALITY = 0.82

/** A JPEG without metadata; rejects when the browser cannot decode the picture. */
export async function shrinkPicture(source: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(source)
  try {
    return await drawPicture(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

export async function takePicture(video: HTMLVideoElement): Promise<Blob> {
  return drawPicture(video, video.videoWidth, video.videoHeight)
}

async function drawPicture(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw')
  // Transparent parts of a PNG would otherwise become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob === null ? reject(new Error('this browser cannot write JPEG')) : resolve(blob)),
      'image/jpeg',
      JPEG_QUALITY,
    )
  })
}
