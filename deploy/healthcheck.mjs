// The container's health check: exit code 0 when the process answers. An indexer alone has no API and is asked on its
// ADMIN_PORT; without that port there is nobody to ask. Plain JavaScript: it runs every half minute and must start fast.
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
