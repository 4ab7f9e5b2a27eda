export type NoticeFault = 'INVALID' | 'REFERENCE_REUSED'

/** A notice that cannot be taken as it stands; nothing of it was stored. */
export class NoticeError extends Error {
  readonly fault: NoticeFault
  constructor(fault: NoticeFault, message: string) {
    super(message)
    this.name = 'NoticeError'
    this.fault = fault
  }
}
