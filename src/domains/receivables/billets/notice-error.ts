export type NoticeFault = 'INVALID' | 'REFERENCE_REUSED'

/** The notice is invalid; nothing of it was stored. */
export class NoticeError extends Error {
  readonly fault: NoticeFault
  constructor(fault: NoticeFault, message: string) {
    super(message)
    this.name = 'NoticeError'
    this.fault = fault
  }
}
