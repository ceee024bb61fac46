import { ActionIcon, Button, Checkbox, Group, NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { v4 as randomUuid } from 'uuid'
import type * as z from 'zod/mini'
import { ChevronDownIcon, CloseIcon } from '#client/components/icons.tsx'
import { fieldNotes, photoSchema } from '#shared/company-schema.ts'
import { projectTypes } from '#shared/estimates/options.ts'
import fields from '../intake/detail-fields.module.css'
import { labelProps } from '../intake/detail-fields.tsx'
import { dateLimits } from '../ui/form.tsx'
import { capitalized } from '../ui/work-labels.ts'
import styles from './company.module.css'
import { PhotoField } from './photo-field.tsx'
import { entryName } from './rooms.ts'
import type { CompanyForm } from './use-company-form.ts'

type FieldProps = {
  form: CompanyForm
  schema: z.core.$ZodType
  path: string
  /** Whether the entry of a list that it is in is gone. */
  isRemoved?: () => boolean
}

/** The parts of a schema that decide how its field looks. */
function readSchema(given: z.core.$ZodType) {
  const { def: outer } = (given as z.core.$ZodTypes)._zod
  const isOptional = outer.type === 'optional'
  const schema = isOptional || outer.type === 'default' ? outer.innerType : given
  return { schema, def: (schema as z.core.$ZodTypes)._zod.def, isOptional, note: fieldNotes.get(given) }
}

/** The values of a field that nobody has filled in. */
function emptyValue(given: z.core.$ZodType): unknown {
  const { schema, def, isOptional } = readSchema(given)
  if (isOptional || schema === photoSchema) return undefined
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([key, child]) => [key, emptyValue(child)]))
  if (def.type === 'array') return []
  if (def.type === 'enum') return Object.values(def.entries)[0]
  return def.type === 'boolean' ? false : ''
}

/** A field of the form, or a group or list of them, as its schema says. */
export function SchemaField(props: FieldProps) {
  const { form, schema: given, path, isRemoved = () => false } = props
  const { schema, def, isOptional, note } = readSchema(given)
  if (def.type === 'array') return <ListField {...props} />
  if (def.type !== 'object' && def.type !== 'tuple') return <SingleField {...props} />
  const children = <Children {...props} />
  if (!note) return children
  const { value, error } = form.getInputProps(path)
  const change = (next: unknown) => form.setFieldValue(path, next as never)
  if (schema === photoSchema)
    return (
      <Section legend={note.label} hint={note.hint}>
        <PhotoField
          path={path}
          photo={value}
          error={error}
          isOptional={isOptional}
          onChange={change}
          isRemoved={isRemoved}
        >
          {children}
        </PhotoField>
      </Section>
    )
  if (!isOptional) return <Section legend={note.label}>{children}</Section>
  return (
    <Section name={note.label}>
      <OptionalGroup note={note} value={value} empty={() => emptyValue(schema)} onChange={change}>
        {children}
      </OptionalGroup>
    </Section>
  )
}

/** Fields without a note are in no form. */
function SingleField({ form, schema, path }: FieldProps) {
  const { def, isOptional, note } = readSchema(schema)
  if (!note) return null
  const { value, error } = form.getInputProps(path)
  const change = (next: unknown) => form.setFieldValue(path, next as never)
  const field = { name: path, description: note.hint, error }
  if (def.type === 'boolean')
    return (
      <Checkbox
        className={fields.wide}
        label={note.label}
        {...field}
        checked={value === true}
        // What was never checked is missing.
        onChange={({ target }) => change(target.checked || (isOptional ? undefined : false))}
      />
    )
  const typed = {
    ...field,
    ...labelProps(note.label, !isOptional),
    value: value ?? '',
    autoComplete: 'off',
    inputWrapperOrder: order,
    onChange: ({ target }: { target: { value: string } }) =>
      change(isOptional && target.value === '' ? undefined : readTyped(def.type, target.value)),
  }
  if (def.type === 'enum') {
    const none = note.none === undefined ? [] : [{ value: '', label: note.none }]
    return <NativeSelect {...typed} data={[...none, ...Object.values(def.entries).map(toOption)]} />
  }
  if (note.isLong) return <Textarea className={fields.wide} rows={3} {...typed} />
  if (note.isDay) return <TextInput type="date" {...dateLimits} {...typed} />
  return <TextInput {...(def.type === 'number' ? { inputMode: 'numeric' } : {})} {...typed} />
}

/** A hint above a field would move it below those beside it. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

function toOption(choice: string | number) {
  const value = String(choice)
  return { value, label: projectTypes.find((type) => type.value === value)?.label ?? capitalized(value) }
}

/** What is no number stays as it was typed, for the message at its field. */
function readTyped(type: string, text: string): unknown {
  return type === 'number' && /^\d+$/.test(text.trim()) ? Number(text) : text
}

function Children({ schema: given, path, ...props }: FieldProps) {
  const { def } = readSchema(given)
  const children: object = def.type === 'object' ? def.shape : def.type === 'tuple' ? def.items : {}
  return Object.entries(children).map(([key, child]) => (
    <SchemaField key={key} {...props} schema={child} path={`${path}.${key}`} />
  ))
}

type SectionProps = { legend?: string; name?: string; hint?: string | undefined; children: ReactNode }

function Section({ legend, name, hint, children }: SectionProps) {
  return (
    <fieldset className={`${styles.section} ${fields.wide}`} aria-label={name}>
      {legend !== undefined && <legend className={styles.legend}>{legend}</legend>}
      {hint !== undefined && (
        <Text c="dimmed" size="sm" mb="xs">
          {hint}
        </Text>
      )}
      <div className={fields.fields}>{children}</div>
    </fieldset>
  )
}

type OptionalGroupProps = {
  note: { label: string; hint?: string }
  value: unknown
  empty: () => unknown
  onChange: (value: unknown) => void
  children: ReactNode
}

/** What was filled in comes back when the switch is turned on again. */
function OptionalGroup({ note, value, empty, onChange, children }: OptionalGroupProps) {
  const former = useRef(value)
  return (
    <>
      <Switch
        className={fields.wide}
        label={note.label}
        description={note.hint}
        checked={value !== undefined}
        onChange={({ target }) => {
          if (!target.checked) former.current = value
          onChange(target.checked ? (former.current ?? empty()) : undefined)
        }}
      />
      {value !== undefined && children}
    </>
  )
}

function ListField({ form, schema, path }: FieldProps) {
  const { def, note } = readSchema(schema)
  const { value } = form.getInputProps(path)
  const entries: readonly unknown[] = value ?? []
  // Entries keep their elements, and so the focus, when they move.
  const [keys, setKeys] = useState(() => entries.map(() => randomUuid()))
  const [added, setAdded] = useState<string>()
  const removed = useRef(new Set<string | undefined>())
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  if (def.type !== 'array' || !note) return null
  const { element, checks = [] } = def
  const limits: { minimum?: number; maximum?: number } = Object.assign({}, ...checks.map(({ _zod }) => _zod.def))
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = limits
  const kind = note.entry ?? 'entry'

  function append(): void {
    const key = randomUuid()
    flushSync(() => {
      setKeys([...keys, key])
      setAdded(key)
      form.insertListItem(path, emptyValue(element) as never)
    })
    list.current?.querySelector<HTMLElement>(':scope > :last-child :is(input, textarea, select)')?.focus()
  }

  function move(from: number, to: number, pressed: HTMLElement): void {
    const moved = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? '')
    flushSync(() => {
      setKeys(moved)
      form.reorderListItem(path, { from, to })
    })
    pressed.focus()
  }

  function remove(index: number): void {
    removed.current.add(keys[index])
    flushSync(() => {
      setKeys(keys.toSpliced(index, 1))
      form.removeListItem(path, index)
    })
    add.current?.focus()
  }

  return (
    <Section legend={note.label} hint={note.hint}>
      {entries.length > 0 && (
        <ul ref={list} className={`${styles.list} ${fields.wide}`}>
          {entries.map((entry, index) => {
            const name = entryName(entry) ?? `${kind} ${index + 1}`
            return (
              <li key={keys[index]}>
                <Entry
                  form={form}
                  schema={element}
                  path={`${path}.${index}`}
                  name={name}
                  isNew={keys[index] === added}
                  isRemoved={() => removed.current.has(keys[index])}
                />
                <Group gap={0} wrap="nowrap" className={styles.tools}>
                  {(['up', 'down'] as const).map((direction) => (
                    <MoveButton
                      key={direction}
                      name={name}
                      direction={direction}
                      isAtEnd={index === (direction === 'up' ? 0 : entries.length - 1)}
                      onMove={(pressed) => move(index, direction === 'up' ? index - 1 : index + 1, pressed)}
                    />
                  ))}
                  {entries.length > minimum && (
                    <ActionIcon aria-label={`Remove ${name}`} onClick={() => remove(index)}>
                      <CloseIcon />
                    </ActionIcon>
                  )}
                </Group>
              </li>
            )
          })}
        </ul>
      )}
      <div className={fields.wide}>
        <Button
          ref={add}
          variant="default"
          aria-disabled={entries.length >= maximum}
          onClick={() => entries.length < maximum && append()}
        >
          Add a {kind}
        </Button>
      </div>
    </Section>
  )
}

type MoveButtonProps = {
  name: string
  direction: 'up' | 'down'
  isAtEnd: boolean
  onMove: (pressed: HTMLElement) => void
}

function MoveButton({ name, direction, isAtEnd, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      className={direction === 'up' ? styles.up : undefined}
      aria-label={`Move ${name} ${direction}`}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => !isAtEnd && onMove(currentTarget)}
    >
      <ChevronDownIcon />
    </ActionIcon>
  )
}

/** One entry of a list. Those with several fields are folded, but for new and wrong ones. */
function Entry({ name, isNew, ...props }: FieldProps & { name: string; isNew: boolean }) {
  const [isOpen, setOpen] = useState(isNew)
  if (readSchema(props.schema).def.type !== 'object') return <SchemaField {...props} />
  const isWrong = Object.keys(props.form.errors).some((path) => path.startsWith(`${props.path}.`))
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{capitalized(name)}</summary>
      <Section name={name}>
        <Children {...props} />
      </Section>
    </details>
  )
}
