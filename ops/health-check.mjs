// For images without curl: ends with 0 while the process answers.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/health`
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  process.exitCode = answer.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
