// Requests URLs at fixed times, and measures each response from when it was due.
import { Agent, createServer, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ url: string | null, intervalMs: number, isNewVisitor?: boolean }[]} */
const targets = workerData.targets
const control = createServer((_request, response) => response.end('ok'))
control.listen(0, '127.0.0.1', () => {
  const address = control.address()
  const controlUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : ''
  const results = targets.map(({ url, ...manner }) => probe(url ?? controlUrl, manner))
  parentPort?.once('message', () => {
    for (const result of results) result.stop()
    parentPort?.postMessage(results.map(({ durations, failed }) => ({ durations, failed })))
    control.close()
  })
  parentPort?.postMessage('ready')
})

/**
 * @param {string} url
 * @param {{ intervalMs: number, isNewVisitor?: boolean }} manner
 */
function probe(url, { intervalMs, isNewVisitor = false }) {
  const agent = new Agent({ keepAlive: !isNewVisitor })
  /** @type {number[]} */
  const durations = []
  /** @type {Map<number, number>} */
  const waiting = new Map()
  const result = { durations, failed: 0, stop }
  let next = 0
  const timer = setInterval(() => {
    // The probe must not flood a server that hangs.
    if (!isNewVisitor && waiting.size >= 5) return
    const id = next++
    const startedAt = performance.now()
    waiting.set(id, startedAt)
    const end = (/** @type {boolean} */ answered) => {
      if (!waiting.delete(id)) return
      if (answered) durations.push(performance.now() - startedAt)
      else result.failed += 1
    }
    const request = get(url, { agent, headers: { 'x-forwarded-for': '192.0.2.1' } }, (response) => {
      response.resume()
      response.once('end', () => end((response.statusCode ?? 500) < 500))
      response.once('error', () => end(false))
    })
    request.once('error', () => end(false))
  }, intervalMs)
  function stop() {
    clearInterval(timer)
    // Missing responses took at least until now.
    for (const startedAt of waiting.values()) durations.push(performance.now() - startedAt)
    waiting.clear()
    agent.destroy()
  }
  return result
}
