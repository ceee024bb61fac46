/** A request that is turned away for its form, before anything looks at what it asks for. Its message is for people. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>

  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.statusCode = statusCode
    this.headers = headers
  }
}
