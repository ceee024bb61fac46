import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

/** The browser's reader of streams, which the test's browser does not have. It says what it is told to say. */
export class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static last: FakeStream
  readonly url: string
  readyState = 1

  constructor(url: string) {
    super()
    this.url = url
    FakeStream.last = this
  }

  close(): void {
    this.readyState = FakeStream.CLOSED
  }

  say(event: string, data = '', lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(event, { data, lastEventId }))
  }

  /** Tells which requests have come or changed. */
  tell(changes: Partial<ChangedEstimates>): void {
    this.say('message', JSON.stringify({ created: [], changed: [], all: false, ...changes }), String(Date.now()))
  }
}
