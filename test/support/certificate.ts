import { makeCertificates } from '../../src/sandbox/psp/make-certificates.ts'

const made = await makeCertificates('test client', new Date())

/** For servers of tests on this machine: trusted by whoever is given the authority. */
export const LOCALHOST_AUTHORITY = made.ca
export const LOCALHOST_CERTIFICATE = made.server.certificate
export const LOCALHOST_KEY = made.server.key
