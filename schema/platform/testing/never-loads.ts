// A callee for tests that stays alive and never serves calls.
setInterval(() => {}, 1_000_000)
