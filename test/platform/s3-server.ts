import { createRequire } from 'node:module'

interface S3Server {
  run(): Promise<{ readonly port: number }>
  close(): Promise<void>
}

/* The package comes without types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server

/** The only account. Any signature is accepted: signing is tested by the client library. */
export const S3_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }

/** An S3-compatible server with one empty bucket. */
export async function startS3Server(
  directory: string,
): Promise<{ readonly bucketUrl: string; stop(): Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'invoices' }],
  })
  const { port } = await server.run()
  return { bucketUrl: `http://127.0.0.1:${port}/invoices`, stop: () => server.close() }
}
