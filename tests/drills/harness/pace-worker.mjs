// Repeats the same short work and reports how long it takes, to measure how busy the machine is.
import { parentPort } from 'node:worker_threads'

const work = () => {
  const startedAt = performance.now()
  let sum = 0
  for (let count = 0; count < 8_000_000; count++) sum = (sum + count * 7) | 0
  parentPort?.postMessage(performance.now() - startedAt + sum * 0)
}
for (let count = 0; count < 20; count++) work()
setInterval(work, 500)
