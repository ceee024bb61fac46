import { type ReactNode, useId } from 'react'
import fields from './fields.module.css'

/** Passes the control an id that its label refers to. */
export function LabeledField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={fields.stack}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}
