import { pbkdf2 } from 'node:crypto'
import type { PictureAnswer, PictureTask } from '../../src/domains/onboarding/picture-pool.ts'

/** Stands in for the decoder: the first byte says what happens to a picture. */
process.on('message', ({ number, bytes }: PictureTask) => {
  const answer = (): void => void process.send?.({ number, bytes } satisfies PictureAnswer)
  switch (bytes[0]) {
    case 1:
      for (;;);
    case 2:
      return process.exit(3)
    case 3:
      return setTimeout(answer, 300)
    case 4:
      // Busy for hours in native code, where nothing in JavaScript can stop it.
      return pbkdf2('x', 'y', 2 ** 31 - 1, 512, 'sha512', () => {})
    default:
      return answer()
  }
})
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
