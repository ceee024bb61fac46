import { type FormEvent, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { api } from '#client/lib/api.ts'
import { failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { savedViewLimits } from '#shared/estimates/saved-views.ts'
import checkbox from '../ui/checkbox.module.css'
import fields from '../ui/fields.module.css'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import type { OpenableView } from './use-saved-views.ts'
import styles from './view-dialog.module.css'

type ViewDialogProps = {
  /** Renames and shares this one; without it, a new one is saved. */
  view?: OpenableView
  /** A new view saves this search. */
  search: ListSearch
  onClose: () => void
}

export function ViewDialog({ view, search, onClose }: ViewDialogProps) {
  const utils = api.useUtils()
  const nameId = useId()
  const errorId = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  // Only its owner decides who sees a view.
  const mayShare = !view || view.owner === null

  async function save(close: () => void): Promise<void> {
    if (saving) return
    setSaving(true)
    setError(undefined)
    try {
      const { savedViews } = utils.client
      if (view) await savedViews.change.mutate({ id: view.id, name, ...(mayShare ? { shared } : {}) })
      else await savedViews.create.mutate({ name, shared, search })
      await utils.savedViews.list.invalidate()
      close()
    } catch (failure) {
      setError(fieldErrors(failure).name ?? failureMessage(failure))
      setSaving(false)
      document.getElementById(nameId)?.focus()
    }
  }

  return (
    <ModalDialog title={view ? 'Rename or share' : 'Save this view'} onClose={onClose}>
      {(close) => (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void save(close)
          }}
        >
          {!view && <p>It keeps the search, the filters, the sorting, and cards or compact.</p>}
          <div className={fields.stack}>
            <label htmlFor={nameId} className={fields.label}>
              Name
            </label>
            <input
              id={nameId}
              className={fields.input}
              value={name}
              maxLength={savedViewLimits.name}
              autoComplete="off"
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {error !== undefined && (
              <p id={errorId} className={fields.error} role="alert">
                {error}
              </p>
            )}
          </div>
          {mayShare && (
            <label className={fields.choice}>
              <input
                type="checkbox"
                className={checkbox.checkbox}
                checked={shared}
                onChange={(event) => setShared(event.currentTarget.checked)}
              />
              Show it to everyone on the staff
            </label>
          )}
          <div className={fields.row}>
            <button type="submit" className={buttonClass('primary', 'compact')} aria-disabled={saving}>
              Save
            </button>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </ModalDialog>
  )
}
