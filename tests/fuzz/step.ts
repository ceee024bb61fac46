import { createHash } from 'node:crypto'
import type { Caller } from './seeded-rows.ts'

/** The request goes over a keep-alive connection. */
export type HttpRequest = {
  readonly kind: 'http'
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Disconnect this long after sending. */
  readonly leaveAfterMs: number | undefined
}

/** The client does one of these after the bytes are sent. */
export const endings = ['read', 'finish', 'reset', 'reset on response', 'hold', 'read slowly'] as const

export type RawExchange = {
  readonly kind: 'raw'
  /** Latin-1. */
  readonly bytes: string
  readonly pieces: number
  readonly ending: (typeof endings)[number]
  /** The delay before the ending. */
  readonly delayMs: number
  /** Connections that do the same at once. */
  readonly copies: number
}

export type Traffic = {
  /** Faults are grouped by family. */
  readonly family: string
  readonly caller: Caller | 'account'
  readonly request: HttpRequest | RawExchange
  /** Paths of procedures. */
  readonly calls: readonly string[]
  /** Every call must be refused. */
  readonly isRefused: boolean
}

/** The step is made from the run's seed and this number alone. */
export type Step = Traffic & { readonly number: number }

/** A step does not depend on those before it. */
export function stepSeed(seed: number, number: number): number {
  return createHash('sha256').update(`${seed}/${number}`).digest().readInt32BE(0)
}

/** Placeholder of the sender's IP address. */
export const senderPlace = '@sender@'

/** Unique in a run, so that steps do not share limits. */
export function getSender(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

export function bytesOf({ method, path, headers, body = '' }: Omit<HttpRequest, 'kind' | 'leaveAfterMs'>): string {
  const content = Buffer.from(body).toString('latin1')
  const lines = Object.entries({ ...headers, ...(content ? { 'content-length': content.length } : {}) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${head}\r\n${content}`
}
