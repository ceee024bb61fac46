import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Findings } from './findings.ts'
import { type HealthSamples, type HealthWatch, watchHealth } from './health-watch.ts'
import { stepMaker } from './make-step.ts'
import { acknowledged, responseFaults } from './response-faults.ts'
import { Ledger } from './row-watch.ts'
import { type Connections, closeConnections, type StepResponse, sendStep } from './send-step.ts'
import { fatalErrorIn, faultLines } from './server-output.ts'
import type { SiteUnderTest } from './site-under-test.ts'
import type { Step } from './step.ts'
import { TrafficLog } from './traffic-log.ts'

export type Stop = { readonly what: string; readonly suspects: readonly Step[] }

export const hanging = 'makes the server hang'

/** A request may end the server this much later. */
const suspectMs = 1_500
const checkIntervalMs = 50

/** Sends steps, checks responses, and notices when the server exits, hangs or is late. */
export class FuzzRun {
  readonly findings = new Findings()
  readonly traffic = new TrafficLog()
  readonly ledger: Ledger
  readonly make: (number: number) => Step
  readonly site: SiteUnderTest
  readonly statuses = new Map<number, number>()
  readonly samples: { wall: number[]; own: number[] } = { wall: [], own: [] }
  /** The procedures that were called successfully. */
  readonly called = new Set<string>()
  sent = 0
  restarts = 0
  watch: HealthWatch
  stop: Stop | undefined
  #faultsOf: (step: Step, response: StepResponse) => string[]
  #connections: Connections
  #outputRead = 0
  #isClosed = false
  #checks: NodeJS.Timeout

  constructor(site: SiteUnderTest, seed: number) {
    this.site = site
    this.make = stepMaker(seed, site.source)
    this.ledger = new Ledger(site.rows.estimates.length)
    this.#faultsOf = responseFaults(site)
    this.#connections = this.#newConnections()
    this.watch = watchHealth(site.port, site.pid)
    this.#checks = setInterval(() => this.#check(), checkIntervalMs)
  }

  async send(step: Step): Promise<StepResponse> {
    this.sent += 1
    if (!step.isRefused) for (const path of step.calls) this.called.add(path)
    const response = await this.traffic.note(step, sendStep(step, this.#connections))
    for (const status of response.statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    for (const fault of this.#faultsOf(step, response)) this.findings.add(fault, [step])
    const submits = step.calls.filter((path) => path === 'estimates.submit').length
    const isUnknown = response.isUnknown || response.statuses.some((status) => status >= 500)
    const copies = step.request.kind === 'raw' ? step.request.copies : 1
    this.ledger.note(acknowledged(step, response), isUnknown ? submits * copies : 0)
    return response
  }

  /** Notices an exit; ends a server that hangs. */
  #check(): void {
    if (this.stop) return
    const { process: child } = this.site.server
    const now = Date.now()
    const hangingSince = this.watch.hangingSince()
    const lastWords = fatalErrorIn(this.site.server.output())
    if (child.exitCode !== null || child.signalCode !== null || lastWords !== undefined)
      this.stop = {
        what: `ends the server: ${lastWords ?? `code ${child.exitCode}`}`,
        suspects: this.traffic.during(now - suspectMs - checkIntervalMs, now),
      }
    else if (hangingSince !== undefined) {
      this.stop = { what: hanging, suspects: this.traffic.during(hangingSince - 50, hangingSince + 50) }
      child.kill('SIGKILL')
    }
  }

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

  /** Adds findings for errors in the log. */
  readOutput(): void {
    const output = this.site.server.output()
    for (const line of faultLines(output.slice(this.#outputRead))) this.findings.add(`logs ${line}`, [])
    this.#outputRead = output.length
  }

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

  /** Does not end the server. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#checks)
    closeConnections(this.#connections)
    this.readOutput()
    await this.#endWatch()
  }
}
