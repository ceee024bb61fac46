// node tests/bench/health-probe.mjs URL: requests it every 20 ms without waiting for responses, each time on a new
// connection, since a busy server also keeps new visitors waiting. Each message from the parent starts a period; the waits of
// the period before it are sent back, in ms.
import { get } from 'node:http'

const everyMs = 20
const [url = ''] = process.argv.slice(2)

/** @type {Promise<number>[]} */
let asked = []

/** @returns {Promise<number>} */
function wait() {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
}

setInterval(() => asked.push(wait()), everyMs)
process.on('message', async () => {
  const period = asked
  asked = []
  process.send?.(await Promise.all(period))
})
process.on('disconnect', () => process.exit())
