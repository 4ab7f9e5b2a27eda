/** Where the sandbox bank listens on this machine. */
export interface PspPlace {
  /** 0: any free one. */
  readonly port: number
  /** Whether another port does when that one is taken: where several processes run on one machine. */
  readonly mayMove: boolean
}

const DISTANCE = 1_000
const LAST_PORT = 65_535

/** The port that somebody chose, else one at the same distance from the service's for every program on a machine. */
export function choosePspPlace(servicePort: number, chosenPort: number | undefined): PspPlace {
  if (chosenPort !== undefined) return { port: chosenPort, mayMove: false }
  const port = servicePort + DISTANCE
  return { port: servicePort === 0 || port > LAST_PORT ? 0 : port, mayMove: true }
}
