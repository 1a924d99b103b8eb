// A process for tests, one of whose parts never ends.
import { endRequests, endWithin } from '../end-requests.ts'

const requests = endRequests()
const asked = requests.next()
console.log('started')
void asked.then(() => {
  console.log('ending')
  return endWithin(new Promise(() => {}), console.error, Number(process.argv[3]))
})
setInterval(() => {}, 1_000_000)
