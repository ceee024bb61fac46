import * as fc from 'fast-check'
import type { core } from 'zod'
import { firstDraft } from '#shared/company-draft.ts'
import { anyJson, calendarDays, hostileNumber, hostileText, longText, ordinaryText } from './hostile-values.ts'

/** Values that exist in the database, by field name. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

type Schema = core.$ZodType
type Check = { readonly check?: string; readonly maximum?: number; readonly value?: number }

type Definition = {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
  readonly shape?: Readonly<Record<string, Schema>>
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
  readonly innerType?: Schema
  readonly element?: Schema
  readonly in?: Schema
  readonly options?: readonly Schema[]
  readonly items?: readonly Schema[]
}

type Maker = (definition: Definition, known: KnownValues, field: string) => fc.Arbitrary<unknown>

/** Stands for an omitted field. */
const absent = Symbol('absent')

const definitionOf = (schema: Schema | undefined) => schema?._zod.def as Definition | undefined
const inner: Maker = ({ innerType }, known, field) => validInput(innerType, known, field)

const makers: Readonly<Record<string, Maker>> = {
  string: stringInput,
  number: ({ checks = [] }) => {
    const bound = (check: string, otherwise: number) =>
      checks.find(({ _zod: { def } }) => def.check === check)?._zod.def.value ?? otherwise
    return hostileNumber(bound('greater_than', 0), bound('less_than', 2_147_483_647))
  },
  boolean: () => fc.boolean(),
  enum: ({ entries = {} }) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values = [] }) => fc.constantFrom(...values),
  null: () => fc.constant(null),
  unknown: () =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(absent) }, { weight: 1, arbitrary: fc.oneof(hostileText(), anyJson) }),
  optional: (definition, known, field) => fc.oneof(fc.constant(absent), inner(definition, known, field)),
  default: (definition, known, field) => fc.oneof(fc.constant(absent), inner(definition, known, field)),
  nullable: (definition, known, field) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: inner(definition, known, field) }),
  union: ({ options = [] }, known, field) => fc.oneof(...options.map((option) => validInput(option, known, field))),
  tuple: ({ items = [] }, known, field) => fc.tuple(...items.map((item) => validInput(item, known, field))),
  array: ({ element }, known, field) => fc.array(validInput(element, known, field), { maxLength: 4 }),
  pipe: (definition, known, field) => validInput(definition.in, known, field),
  object: (definition, known, field) =>
    // Its checks in code leave nothing by chance.
    field === 'company'
      ? fc.oneof(
          { weight: 3, arbitrary: fc.constant(firstDraft()) },
          { weight: 1, arbitrary: objectInput(definition, known) },
        )
      : objectInput(definition, known),
}

/**
 * Mostly valid inputs: checks in code are not known.
 *
 * @throws {Error} for an unsupported kind of schema
 */
function validInput(schema: Schema | undefined, known: KnownValues, field = ''): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema)
  const maker = makers[definition?.type ?? 'none']
  if (!definition || !maker)
    throw new Error(`The fuzzer has no generator for the type "${definition?.type}" of the field "${field}".`)
  return maker(definition, known, field)
}

export function fieldCount(schema: Schema | undefined): number {
  return Object.keys(definitionOf(schema)?.shape ?? {}).length
}

/** Valid and nearly valid inputs, and any JSON. */
export function anyInput(schema: Schema | undefined, known: KnownValues): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyJson })
  const valid = validInput(schema, known)
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 3, arbitrary: fc.tuple(valid, spoiling(schema)).map(([input, spoil]) => spoil(input)) },
    { weight: 1, arbitrary: anyJson },
  )
}

function stringInput({ format, checks = [] }: Definition, known: KnownValues, field: string): fc.Arbitrary<unknown> {
  if (format === 'date') return calendarDays
  const ofField = known[field] ?? []
  const meant =
    ofField.length > 0 ? [{ weight: Math.min(8, ofField.length), arbitrary: fc.constantFrom(...ofField) }] : []
  if (format === 'uuid')
    return fc.oneof(
      ...meant,
      { weight: 3, arbitrary: fc.uuid({ version: 4 }) },
      { weight: 1, arbitrary: hostileText() },
    )
  const caps = checks.flatMap(({ _zod: { def } }) => (def.maximum === undefined ? [] : [def.maximum]))
  return fc.oneof(
    ...meant,
    { weight: meant.length > 0 ? 1 : 5, arbitrary: ordinaryText },
    { weight: 2, arbitrary: hostileText(caps.length > 0 ? caps : undefined) },
  )
}

function objectInput({ shape = {} }: Definition, known: KnownValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) =>
    validInput(schema, known, name).map((value): [string, unknown] => [name, value]),
  )
  const days = Object.keys(shape).filter((name) => isDay(shape[name]))
  const texts = Object.keys(shape).filter((name) => !(name in known) && isText(shape[name]))
  const length = fc.constantFrom(0, 0, 6, undefined)
  const stuffing = fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: texts.length > 0 ? 1 : 0, arbitrary: longText },
  )
  return fc.tuple(fc.tuple(...fields), length, stuffing).map(([entries, period, text]) => {
    const input = Object.fromEntries(entries.filter(([, value]) => value !== absent))
    if (text !== undefined) for (const name of texts) input[name] = text.slice(0, capOf(shape[name]))
    return period === undefined ? input : withPeriod(input, days, period)
  })
}

/** Looks into optional and transformed fields. */
function isText(schema: Schema | undefined): boolean {
  const { type, format, innerType, in: before } = definitionOf(schema) ?? { type: 'none' }
  return type === 'string' ? format === undefined : (innerType ?? before) !== undefined && isText(innerType ?? before)
}

function capOf(schema: Schema | undefined): number | undefined {
  const { checks = [], innerType, in: before } = definitionOf(schema) ?? { type: 'none' }
  const [cap] = checks.flatMap(({ _zod: { def } }) => (def.maximum === undefined ? [] : [def.maximum]))
  return cap ?? (innerType || before ? capOf(innerType ?? before) : undefined)
}

function isDay(schema: Schema | undefined): boolean {
  const definition = definitionOf(schema)
  return definition?.format === 'date' || (definition?.innerType !== undefined && isDay(definition.innerType))
}

/** Makes two days a short period, since independent ones are rarely in order. */
function withPeriod(input: Record<string, unknown>, names: readonly string[], length: number): Record<string, unknown> {
  const [first, ...others] = names.filter((name) => typeof input[name] === 'string')
  const start = first === undefined ? Number.NaN : Date.parse(String(input[first]))
  const end = start + length * 24 * 60 * 60 * 1000
  if (Number.isNaN(start) || end > Date.parse('9999-12-31')) return input
  const last = new Date(end).toISOString().slice(0, 10)
  return { ...input, ...Object.fromEntries(others.map((name) => [name, last])) }
}

type Spoil = (input: unknown) => unknown

/** Make an input wrong in one place. */
function spoiling(schema: Schema): fc.Arbitrary<Spoil> {
  const names = Object.keys(definitionOf(schema)?.shape ?? { value: schema })
  const name = fc.constantFrom(...names)
  const set = (field: string, value: unknown): Spoil => {
    return (input) => Object.fromEntries([...Object.entries(Object(input)), [field, value]])
  }
  const without = (field: string): Spoil => {
    return (input) => Object.fromEntries(Object.entries(Object(input)).filter(([each]) => each !== field))
  }
  const strange = fc.constantFrom('__proto__', 'constructor', 'role', 'id', 'userId', 'select', 'where', '0', '')
  return fc.oneof(
    fc.tuple(name, anyJson).map(([field, value]) => set(field, value)),
    fc.tuple(name, hostileText()).map(([field, value]) => set(field, value)),
    name.map(without),
    fc.tuple(strange, anyJson).map(([field, value]) => set(field, value)),
    fc.constant<Spoil>((input) => [input]),
    fc.constant<Spoil>((input) => JSON.stringify(input)),
  )
}
