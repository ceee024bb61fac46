import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'

/** What is wrong, by field; empty when nothing is. */
export type FormErrors<Field extends string> = Partial<Record<Field, string>>

type SentFormOptions<Field extends string, Input> = {
  /** The names of the inputs, in the order of the page, in which the first wrong one is looked for. */
  fields: readonly Field[]
  /** Takes the texts of the inputs, by name. */
  schema: ZodMiniType<Input>
  /** Resolves when there is an answer, with what the server finds wrong with single fields. Never rejects. */
  send(input: Input): Promise<FormErrors<string>>
}

/**
 * A short form. Its inputs keep their own text, which is read when it is sent: so nothing typed is lost whatever
 * happens, and what a password manager has filled in before the scripts came counts too. Errors appear when the form is
 * sent, or a field is left with something wrong in it, and go as soon as the field is right.
 */
export function useSentForm<Field extends string, Input>({ fields, schema, send }: SentFormOptions<Field, Input>) {
  const formElement = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors<Field>>({})
  const [busy, setBusy] = useState(false)
  // The button is disabled a moment after the press; this keeps a second press within that moment from sending twice.
  const sending = useRef(false)

  const input = (field: Field) => {
    const element = formElement.current?.elements.namedItem(field)
    return element instanceof HTMLInputElement ? element : undefined
  }
  const text = (field: Field) => input(field)?.value ?? ''

  function check(): { input: Input } | { errors: FormErrors<Field> } {
    const parsed = schema.safeParse(Object.fromEntries(fields.map((field) => [field, text(field)])))
    if (parsed.success) return { input: parsed.data }
    return { errors: errorsByField(parsed.error.issues.map(({ path, message }) => [path[0], message])) }
  }

  function errorsByField(found: readonly (readonly [unknown, string | undefined])[]): FormErrors<Field> {
    const byField: FormErrors<Field> = {}
    for (const [name, message] of found) {
      const field = fields.find((candidate) => candidate === name)
      if (field && message) byField[field] ??= message
    }
    return byField
  }

  function showErrors(found: FormErrors<Field>): void {
    setErrors(found)
    const first = fields.find((field) => found[field])
    if (first) input(first)?.focus()
  }

  function lookAgain(field: Field): void {
    const checked = check()
    setErrors((shown) => ({ ...shown, [field]: 'errors' in checked ? checked.errors[field] : undefined }))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    const checked = check()
    if ('errors' in checked) {
      showErrors(checked.errors)
      return
    }
    sending.current = true
    setErrors({})
    setBusy(true)
    const refused = await send(checked.input)
    sending.current = false
    setBusy(false)
    showErrors(errorsByField(Object.entries(refused)))
  }

  // A button that is disabled while it has the focus loses it, and with it the place of whoever uses the keyboard.
  const wasBusy = useRef(false)
  useEffect(() => {
    const button = formElement.current?.querySelector<HTMLButtonElement>('button[type="submit"]')
    if (wasBusy.current && !busy && document.activeElement === document.body) button?.focus()
    wasBusy.current = busy
  }, [busy])

  return {
    busy,
    /** For the form element. The browser's own checks are off: their bubbles go before they are read. */
    formProps: { ref: formElement, method: 'post', noValidate: true, onSubmit: submit } as const,
    /** For the input of a field. */
    fieldProps: (field: Field) => ({
      name: field,
      error: errors[field],
      required: true,
      withAsterisk: false,
      onBlur: () => {
        if (text(field) !== '') lookAgain(field)
      },
      onInput: () => {
        if (errors[field]) lookAgain(field)
      },
    }),
    text,
  }
}
