import { type ReactNode, useId } from 'react'
import fields from './fields.module.css'

/** Passes the id that ties the control to its label. */
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
