// The container's health check. Its exit code is 0 if the process responds. An indexer without an API is asked on its ADMIN_PORT; without
// that port the check succeeds. This file is plain JavaScript, because it runs every half minute and must start fast.
const { ROLE, PORT, ADMIN_PORT } = process.env
const port = ROLE === 'indexer' ? ADMIN_PORT : PORT || '8080'

const isAlive = async () => {
  if (!port) return true
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) })).ok
  } catch {
    return false
  }
}

process.exitCode = (await isAlive()) ? 0 : 1
