import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { acknowledged, answerFaults } from './answer-faults.ts'
import { Findings } from './findings.ts'
import { type HealthSamples, type HealthWatch, watchHealth } from './health-watch.ts'
import { stepMaker } from './make-step.ts'
import { Ledger } from './row-watch.ts'
import { type Answer, type Connections, closeConnections, sendStep } from './send-step.ts'
import { faultLines, lastWordsIn } from './server-output.ts'
import type { SiteUnderTest } from './site-under-test.ts'
import type { Step } from './step.ts'
import { TrafficLog } from './traffic-log.ts'

/** How the server ended, or seems to have. */
export type Stop = { readonly what: string; readonly suspects: readonly Step[] }

/** What is found where /healthz is not answered at all. */
export const hanging = 'makes the server hang'

/** Requests that began this long before the server ended may have ended it. */
const suspectMs = 1_500
const lookMs = 50

/** One server under fire: sends steps, judges answers, and notices when the server ends, hangs or is late. */
export class FuzzRun {
  readonly findings = new Findings()
  readonly traffic = new TrafficLog()
  readonly ledger: Ledger
  readonly make: (number: number) => Step
  readonly site: SiteUnderTest
  readonly statuses = new Map<number, number>()
  readonly samples: { wall: number[]; own: number[] } = { wall: [], own: [] }
  /** The procedures that were called with what they take, by somebody who may. */
  readonly called = new Set<string>()
  sent = 0
  restarts = 0
  watch: HealthWatch
  stop: Stop | undefined
  #faultsOf: (step: Step, answer: Answer) => string[]
  #connections: Connections
  #outputRead = 0
  #isClosed = false
  #looking: NodeJS.Timeout

  constructor(site: SiteUnderTest, seed: number) {
    this.site = site
    this.make = stepMaker(seed, site.source)
    this.ledger = new Ledger(site.rows.estimates.length)
    this.#faultsOf = answerFaults(site)
    this.#connections = this.#newConnections()
    this.watch = watchHealth(site.port, site.pid)
    this.#looking = setInterval(() => this.#look(), lookMs)
  }

  /** Sends a step and judges what comes back. */
  async send(step: Step): Promise<Answer> {
    this.sent += 1
    if (!step.isRefused) for (const path of step.calls) this.called.add(path)
    const answer = await this.traffic.note(step, sendStep(step, this.#connections))
    for (const status of answer.statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    for (const fault of this.#faultsOf(step, answer)) this.findings.add(fault, [step])
    const submits = step.calls.filter((path) => path === 'estimates.submit').length
    const isUnknown = answer.isUnknown || answer.statuses.some((status) => status >= 500)
    const copies = step.request.kind === 'raw' ? step.request.copies : 1
    this.ledger.note(acknowledged(step, answer), isUnknown ? submits * copies : 0)
    return answer
  }

  /** Looks whether the server has ended, or answers nothing any more; the latter ends it. */
  #look(): void {
    if (this.stop) return
    const { process: child } = this.site.server
    const now = Date.now()
    const hangingSince = this.watch.hangingSince()
    const lastWords = lastWordsIn(this.site.server.output())
    if (child.exitCode !== null || child.signalCode !== null || lastWords !== undefined)
      this.stop = {
        what: `ends the server: ${lastWords ?? `code ${child.exitCode}`}`,
        suspects: this.traffic.during(now - suspectMs - lookMs, now),
      }
    else if (hangingSince !== undefined) {
      this.stop = { what: hanging, suspects: this.traffic.during(hangingSince - 50, hangingSince + 50) }
      child.kill('SIGKILL')
    }
  }

  /** Starts a new server on the same database. */
  async restart(): Promise<void> {
    await this.#endWatch()
    closeConnections(this.#connections)
    this.readOutput()
    await this.site.restart()
    await this.site.renew()
    this.restarts += 1
    this.#outputRead = 0
    this.#connections = this.#newConnections()
    this.watch = watchHealth(this.site.port, this.site.pid)
    this.stop = undefined
  }

  /** Makes findings of what the server has logged as its own fault since the last look. */
  readOutput(): void {
    const output = this.site.server.output()
    for (const line of faultLines(output.slice(this.#outputRead))) this.findings.add(`logs ${line}`, [])
    this.#outputRead = output.length
  }

  /** Ends all connections, also those that are held open. */
  async quiet(): Promise<void> {
    closeConnections(this.#connections)
    this.#connections = this.#newConnections()
    await wait(300)
  }

  #newConnections(): Connections {
    const agent = new Agent({ keepAlive: true, maxSockets: 32 })
    const onRelease = (step: Step) => void this.traffic.note(step, Promise.resolve())
    return { port: this.site.port, agent, held: new Map(), onRelease }
  }

  async #endWatch(): Promise<void> {
    const { wall, own }: HealthSamples = await this.watch.stop()
    for (const ms of wall) this.samples.wall.push(ms)
    for (const ms of own) this.samples.own.push(ms)
  }

  /** Ends the connections and the watch; the server goes on. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#looking)
    closeConnections(this.#connections)
    this.readOutput()
    await this.#endWatch()
  }
}
