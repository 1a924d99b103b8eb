// Stays alive and never serves calls.
setInterval(() => {}, 1_000_000)
