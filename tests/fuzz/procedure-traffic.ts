import * as fc from 'fast-check'
import { core } from 'zod'
import { appRouter } from '#server/trpc/router.ts'
import { anyInput, fieldCount } from './schema-input.ts'
import { type Caller, callers, type SeededRows } from './seeded-rows.ts'
import { bytesOf, senderPlace, type Traffic } from './step.ts'

export type Procedure = {
  readonly path: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly schema: core.$ZodType | undefined
}

type RouterProcedure = { _def: { type: Procedure['type']; inputs: readonly core.$ZodType[] } }

export const procedures: readonly Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Readonly<Record<string, RouterProcedure>>,
).map(
  ([
    path,
    {
      _def: { type, inputs },
    },
  ]) => {
    if (inputs.length > 1) throw new Error(`The fuzzer makes inputs of one schema, and ${path} has ${inputs.length}.`)
    return { path, type, schema: inputs[0] }
  },
)

/** The callers that each procedure refuses, by its path. */
export type Guards = ReadonlyMap<string, ReadonlySet<Caller>>

export type TrafficSource = Pick<SeededRows, 'known' | 'cookies' | 'renewedCookies' | 'crowdCookies'> & {
  readonly guards: Guards
  /** Paths of built files. */
  readonly files: readonly string[]
}

type Call = { readonly procedure: Procedure; readonly input: unknown }

const usualHeaders = { 'sec-fetch-site': 'same-origin' }
const headerSets = [
  ...[usualHeaders, usualHeaders, usualHeaders, usualHeaders, usualHeaders, usualHeaders, {}],
  ...[{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }],
  ...[
    { ...usualHeaders, 'accept-encoding': 'gzip, br' },
    { ...usualHeaders, 'user-agent': 'x'.repeat(5_000) },
  ],
] as const satisfies readonly Readonly<Record<string, string>>[]

const weightOf = ({ schema }: Procedure) => 2 + fieldCount(schema)
const leaving = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 15 }) },
)
const caller = fc.constantFrom<Caller>(...callers, 'staff', 'staff', 'admin')

/** Single calls and batches, with valid, nearly valid and invalid inputs. */
export function procedureTraffic(source: TrafficSource): fc.Arbitrary<Traffic> {
  const inputs = new Map(procedures.map(({ path, schema }) => [path, anyInput(schema, source.known)]))
  const procedure = fc.oneof(...procedures.map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one) })))
  const callOf = (one: Procedure): fc.Arbitrary<Call> =>
    (inputs.get(one.path) ?? fc.constant(undefined)).map((input) => ({ procedure: one, input }))
  const call = procedure.chain(callOf)
  const size = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 10 }) },
    { weight: 1, arbitrary: fc.constantFrom(11, 12, 40) },
  )
  const same = fc.tuple(call, size).map(([one, length]) => Array.from({ length }, () => one))
  const calls = fc.oneof(
    { weight: 2, arbitrary: same },
    {
      weight: 1,
      arbitrary: fc
        .tuple(procedure, size)
        .chain(([one, length]) => fc.array(callOf(one), { minLength: length, maxLength: length })),
    },
    { weight: 1, arbitrary: fc.array(call, { minLength: 1, maxLength: 12 }) },
  )
  const details = fc.record({
    caller,
    cookie: fc.nat(),
    headers: fc.constantFrom(...headerSets),
    hasRightMethod: fc.integer({ min: 0, max: 15 }).map((number) => number > 0),
    leaveAfterMs: leaving,
  })
  const form = fc.constantFrom('?batch=1', '?batch=1', '?batch=1', '?batch=1', '?batch=0', '', '?batch=1&batch=1')
  return fc.oneof(
    { weight: 2, arbitrary: fc.tuple(call, details).map(([one, rest]) => traffic(source, [one], undefined, rest)) },
    { weight: 1, arbitrary: fc.tuple(calls, form, details).map(([all, how, rest]) => traffic(source, all, how, rest)) },
  )
}

/** Batches of several procedures from many connections and sessions of one account, which reads what it has collected. */
export function crowdTraffic({ crowdCookies }: TrafficSource): fc.Arbitrary<Traffic> {
  const paths = ['account.sessions', 'account.emailChange', 'secondFactor.state', 'auth.session']
  const calls = fc.array(fc.constantFrom(...paths), { minLength: 1, maxLength: 10 })
  const copies = fc.integer({ min: 1, max: 20 })
  return fc.tuple(calls, fc.constantFrom(...crowdCookies), copies).map(([calls, cookie, copies]): Traffic => {
    const path = `/api/trpc/${calls.join()}?batch=1`
    const headers = { 'x-forwarded-for': senderPlace, cookie, connection: 'close' }
    const bytes = bytesOf({ method: 'GET', path, headers, body: undefined })
    const request = { kind: 'raw', bytes, pieces: 1, ending: 'read', delayMs: 0, copies } as const
    return { family: 'a crowd of one account', caller: 'user', calls, isRefused: false, request }
  })
}

/** Calls of one procedure by an administrator, in the usual way. */
export function callsOf(source: TrafficSource, procedure: Procedure): fc.Arbitrary<Traffic> {
  const details = {
    caller: 'admin',
    cookie: 0,
    headers: usualHeaders,
    hasRightMethod: true,
    leaveAfterMs: undefined,
  } as const
  const inputs = anyInput(procedure.schema, source.known)
  return inputs.map((input) => traffic(source, [{ procedure, input }], undefined, details))
}

/** Such calls have sessions of their own, so that the others stay signed in. */
export function mayEndSessions(path: string): boolean {
  return path.startsWith('auth.') || path.startsWith('account.')
}

type Details = {
  readonly caller: Caller
  readonly cookie: number
  readonly headers: Readonly<Record<string, string>>
  readonly hasRightMethod: boolean
  readonly leaveAfterMs: number | undefined
}

function traffic(source: TrafficSource, calls: readonly Call[], batch: string | undefined, details: Details): Traffic {
  const paths = calls.map(({ procedure }) => procedure.path)
  const isOfAccount = details.caller !== 'anonymous' && paths.some(mayEndSessions)
  const cookies = isOfAccount ? source.renewedCookies : source.cookies[details.caller]
  const cookie = cookies[details.cookie % cookies.length]
  const isQuery = calls[0]?.procedure.type !== 'mutation'
  const isGet = isQuery === details.hasRightMethod
  const input =
    batch === undefined ? calls[0]?.input : Object.fromEntries(calls.map((call, index) => [index, call.input]))
  const text = JSON.stringify(input)
  const parameter = isGet && text !== undefined ? `input=${encodeURIComponent(text)}` : ''
  const [separator, query] = [batch ? '&' : '?', batch ?? '']
  return {
    family: batch === undefined ? (paths[0] ?? '') : `batch of ${[...new Set(paths)].slice(0, 3).join(', ')}`,
    caller: isOfAccount ? 'account' : details.caller,
    calls: paths,
    isRefused: calls.every((call) => isRefused(source.guards, call, details.caller, isGet)),
    request: {
      kind: 'http',
      method: isGet ? 'GET' : 'POST',
      path: `/api/trpc/${paths.join(',')}${query}${parameter ? separator + parameter : ''}`,
      headers: {
        ...details.headers,
        ...(cookie ? { cookie } : {}),
        ...(isGet ? {} : { 'content-type': 'application/json' }),
      },
      body: isGet ? undefined : text,
      leaveAfterMs: details.leaveAfterMs,
    },
  }
}

function isRefused(guards: Guards, { procedure, input }: Call, from: Caller, isGet: boolean): boolean {
  const { path, type, schema } = procedure
  // A refused stream has status 200, too.
  if (type === 'subscription') return false
  if (isGet === (type === 'mutation') || guards.get(path)?.has(from)) return true
  if (!schema) return false
  const received: unknown = input === undefined ? undefined : JSON.parse(JSON.stringify(input))
  try {
    return !core.safeParse(schema, received).success
  } catch {
    // If a check throws, the server refuses the value.
    return true
  }
}
