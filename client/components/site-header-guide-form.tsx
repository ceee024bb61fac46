import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useRef } from 'react'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { consultationEmailKey, createDeviceStorage } from '#client/lib/device-storage.ts'
import { company } from '#shared/company.ts'
import styles from './site-header-guide-form.module.css'

const storage = createDeviceStorage()

/** Stores the email address on the device and sends nothing. */
export function SiteHeaderGuideForm() {
  const navigate = useNavigate()
  const fieldId = useId()
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const email = field.current?.value.trim()
    if (!email) return
    const saved = storage.write(consultationEmailKey, email)
    form.reset()
    const state: ConfirmationState = { type: 'consultation', email, saved }
    await navigate({ to: '/confirmation', state })
  }

  return (
    // `dialog` makes a submit before hydration do nothing.
    <form className={styles.form} method="dialog" onSubmit={submit} aria-label={company.guide.label}>
      <label htmlFor={fieldId} className={`unseen ${styles.label}`}>
        {company.guide.label}
      </label>
      <input
        ref={field}
        id={fieldId}
        className={styles.field}
        type="email"
        required
        maxLength={150}
        autoComplete="email"
        placeholder={company.guide.placeholder}
      />
      <button type="submit" className={styles.button}>
        {company.guide.button}
      </button>
    </form>
  )
}
