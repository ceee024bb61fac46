import { type FormEvent, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { workTextLimits } from '#shared/estimate-work.ts'
import fields from './fields.module.css'
import { usePendingForm } from './use-pending-form.ts'
import type { WorkChange } from './work-changes.ts'

/** Adds a note to the timeline. What was typed stays until it is saved. */
export function NoteForm({ save }: { save: (change: WorkChange) => Promise<boolean> }) {
  const id = useId()
  const [text, setText] = useState('')
  const { sending, failed, send } = usePendingForm(save)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (text.trim() !== '' && (await send({ kind: 'note', text }))) setText('')
  }

  return (
    <form className={fields.stack} onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className={fields.label}>
        Note
      </label>
      <textarea
        id={id}
        className={fields.input}
        rows={3}
        maxLength={workTextLimits.note}
        value={text}
        readOnly={sending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failed && <p className={fields.error}>The note is not saved yet. Press Add note to try again.</p>}
      <div className={fields.row}>
        <button type="submit" className={buttonClass('quiet', 'compact')} aria-disabled={text.trim() === '' || sending}>
          {sending ? 'Adding…' : 'Add note'}
        </button>
      </div>
    </form>
  )
}
