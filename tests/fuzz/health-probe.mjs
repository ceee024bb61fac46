// Requests /healthz from its own thread, and reports late responses.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ port: number, pid: number, everyMs: number, limitMs: number, hangMs: number }} */
const { port, pid, everyMs, limitMs, hangMs } = workerData

/** @type {{ wall: number[], own: number[] }} */
const samples = { wall: [], own: [] }
/** @type {import('node:net').Socket | undefined} */
let socket

/** Time in ms that the server's main thread and this one waited for a processor. Linux only. */
function waitedForProcessor() {
  let total = 0
  for (const path of [`/proc/${pid}/task/${pid}/schedstat`, '/proc/thread-self/schedstat']) {
    try {
      total += Number(readFileSync(path, 'utf8').split(' ')[1]) / 1e6
    } catch {
      // Another system, or the server has ended.
    }
  }
  return total
}

/** @returns {Promise<boolean>} */
function ask() {
  return new Promise((resolve) => {
    const current = socket ?? connect({ port, host: '127.0.0.1', noDelay: true })
    socket = current
    const forget = () => {
      socket = undefined
      current.destroy()
      resolve(false)
    }
    current.removeAllListeners()
    current.once('error', forget)
    current.once('close', forget)
    current.on('data', (data) => {
      if (data.includes('"ok"')) resolve(true)
    })
    current.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
}

async function probe() {
  const [startedAt, waited] = [Date.now(), waitedForProcessor()]
  const startMs = performance.now()
  const hanging = setInterval(() => {
    const ownMs = performance.now() - startMs - (waitedForProcessor() - waited)
    if (ownMs > hangMs) parentPort?.postMessage({ kind: 'hang', startedAt })
  }, 500)
  const answered = await ask()
  clearInterval(hanging)
  const wallMs = performance.now() - startMs
  // At its end the server's own figures are gone.
  const ownMs = answered ? Math.max(0, wallMs - Math.max(0, waitedForProcessor() - waited)) : 0
  if (!answered) return
  samples.wall.push(wallMs)
  samples.own.push(ownMs)
  if (ownMs > limitMs) parentPort?.postMessage({ kind: 'late', startedAt, endedAt: Date.now(), wallMs, ownMs })
}

parentPort?.on('message', () => parentPort?.postMessage({ kind: 'samples', ...samples }))
for (;;) {
  await probe()
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
