import { TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { afterPress } from '#client/lib/after-press.ts'
import { FieldHint } from './field-hint.tsx'
import { fieldProps } from './field-props.ts'
import { footageHint } from './footage-note.ts'
import type { EstimateForm } from './use-estimate-form.ts'

export function FootageField({ form }: { form: EstimateForm }) {
  const [leftWith, setLeftWith] = useState('')
  const { onBlur, ...props } = fieldProps(form, 'squareFootage')

  return (
    <TextInput
      key={form.key('squareFootage')}
      {...props}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        onBlur?.(event)
        const { value } = event.currentTarget
        afterPress(() => setLeftWith(value))
      }}
      inputContainer={(input: ReactNode) => (
        <>
          {input}
          <FieldHint form={form} field="squareFootage" leftWith={leftWith} hint={footageHint} />
        </>
      )}
      description="Approximate square footage of the project area"
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
    />
  )
}
