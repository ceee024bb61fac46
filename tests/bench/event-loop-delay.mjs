// Preloaded into a server: prints the event loop's delays at exit.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => delay.reset())
process.on('exit', () => {
  const inMs = (/** @type {number} */ nanoseconds) => Math.round(nanoseconds / 1e5) / 10
  process.stdout.write(
    `event loop delay ${inMs(delay.percentile(50))} ${inMs(delay.percentile(99))} ${inMs(delay.max)}\n`,
  )
})
