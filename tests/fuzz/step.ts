import { createHash } from 'node:crypto'
import type { Caller } from './seeded-rows.ts'

/** A request as programs send them, over a connection that is used again. */
export type HttpRequest = {
  readonly kind: 'http'
  readonly method: string
  /** Address without the origin. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Hang up so many milliseconds after sending, whatever has come by then. */
  readonly leaveAfterMs: number | undefined
}

/** How a raw connection goes on once its bytes are sent. */
export const endings = ['read', 'finish', 'reset', 'reset on answer', 'hold', 'read slowly'] as const

/** Bytes on connections of their own. */
export type RawExchange = {
  readonly kind: 'raw'
  /** One character for each byte. */
  readonly bytes: string
  /** In how many pieces they are written. */
  readonly pieces: number
  readonly ending: (typeof endings)[number]
  /** How long after the last byte the ending comes. */
  readonly delayMs: number
  /** How many connections do the same at once. */
  readonly copies: number
}

/** What a request is and what is known of its answer beforehand. */
export type Traffic = {
  /** Requests of one family have one fault, most likely. */
  readonly family: string
  readonly caller: Caller | 'account'
  readonly request: HttpRequest | RawExchange
  /** The procedures that it calls, by their paths. */
  readonly calls: readonly string[]
  /** Every call has to be refused: of its caller, its input or its method. */
  readonly isRefused: boolean
}

/** One request of a run, made from the run's seed and its number alone. */
export type Step = Traffic & { readonly number: number }

/** A 32-bit seed that is a step's own, so that a step is made without those before it. */
export function stepSeed(seed: number, number: number): number {
  return createHash('sha256').update(`${seed}/${number}`).digest().readInt32BE(0)
}

/** Stands for the network address of a step's sender in what is made before the step has its number. */
export const senderPlace = '@sender@'

/** A network address that only one step of a run has, so that no step uses up the limits of another. */
export function senderOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/** The bytes of an HTTP request, for a connection of its own. */
export function bytesOf({ method, path, headers, body = '' }: Omit<HttpRequest, 'kind' | 'leaveAfterMs'>): string {
  const content = Buffer.from(body).toString('latin1')
  const lines = Object.entries({ ...headers, ...(content ? { 'content-length': content.length } : {}) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${head}\r\n${content}`
}
