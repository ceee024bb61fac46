import { type FormEvent, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import fields from '../ui/fields.module.css'
import { EntryField } from './entry-field.tsx'
import { useEntryForm } from './use-entry-form.ts'
import type { Save } from './work-changes.ts'

type NoteFormProps = {
  id: string
  save: Save
}

export function NoteForm({ id, save }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, sending, failed, edit, send } = useEntryForm(id, 'note', save)

  usePageActions([{ label: 'Add a note', words: 'comment', run: () => field.current?.focus() }])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '') void send({ kind: 'note', text })
  }

  return (
    <form className={fields.stack} onSubmit={submit}>
      <EntryField
        ref={field}
        label="Note"
        rows={3}
        text={text}
        onEdit={(value) => edit({ text: value })}
        sending={sending}
        failure={failed && `Note not saved. ${failed}`}
      />
      <div className={fields.row}>
        <button type="submit" className={buttonClass('quiet', 'compact')} aria-disabled={text.trim() === '' || sending}>
          {sending ? 'Adding…' : 'Add note'}
        </button>
      </div>
    </form>
  )
}
